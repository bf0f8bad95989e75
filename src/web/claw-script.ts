/** The steps of an invite in the browser: sign in, make a key, fill it into the configurations. */
import type { WebDocument } from '../describe/web-document.ts';
import { KEY_MARK } from './clients.ts';

const script = `
'use strict';
(() => {
  const { byId, words, say, show, send, step, keep, byMail } = signIn;
  const [bindingStored, inviteStored] = ['farebox.binding', 'farebox.invite'];
  const claw = byId('claw').dataset;
  let token = null;

  /** Random bytes that never leave this tab but for proving that whoever comes back is who went. */
  function newBinding() {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  function signedIn(answer) {
    token = answer.token;
    byId('account-email').textContent = answer.email;
    byId('account-id').textContent = answer.account_id;
    byId('account-balance').textContent = answer.balance + ' USD';
    show('entrance', false);
    show('account', true);
    say(words.signedIn);
    byId('account-title').focus();
  }

  byMail({
    codePath: '/claw/send-code',
    sessionPath: '/claw/verify',
    more: { invite: claw.invite },
    done: signedIn,
  });

  byId('elsewhere')?.addEventListener('click', (event) =>
    step(event.currentTarget, async () => {
      const binding = newBinding();
      const { url } = await send('/claw/begin', { invite: claw.invite, binding });
      sessionStorage.setItem(bindingStored, binding);
      sessionStorage.setItem(inviteStored, claw.invite);
      location.assign(url);
    }),
  );

  /** Back from the provider: its answer stands in the address, which is cleared at once. */
  async function comeBack() {
    const answer = location.search.slice(1);
    const [binding, invite] = [sessionStorage.getItem(bindingStored), sessionStorage.getItem(inviteStored)];
    sessionStorage.removeItem(bindingStored);
    history.replaceState(null, '', location.pathname);
    const again = byId('begin-again');
    if (invite !== null) again.href = '/claw?code=' + encodeURIComponent(invite);
    try {
      if (answer === '' || binding === null) throw new Error(words.otherTab);
      say(words.busy);
      signedIn(keep(await send('/claw/finish', { answer, binding })));
    } catch (error) {
      say(error.message, true);
      show('begin-again-line', invite !== null);
    }
  }
  if (claw.step === 'back') comeBack();

  function fillIn(key) {
    byId('new-key').textContent = key;
    for (const code of document.querySelectorAll('code[data-template]')) {
      code.textContent = code.dataset.template.replaceAll('${KEY_MARK}', key);
    }
    show('make-key', false);
    show('key', true);
    show('clients', true);
    say(words.made);
    byId('key-title').focus();
  }
  byId('make-key').addEventListener('click', (event) =>
    step(event.currentTarget, async () => fillIn((await send('/auth/api-keys', { name: words.keyName }, token)).key)),
  );

  for (const button of document.querySelectorAll('button[data-copies]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(byId(button.dataset.copies).textContent);
        say(words.copied);
        // Where the reader looks: what is said stands at the top.
        button.textContent = words.copied;
        setTimeout(() => {
          button.textContent = words.copy;
        }, 2_000);
      } catch {
        say(words.notCopied, true);
      }
    });
  }

  for (const choice of document.querySelectorAll('input[name="variant"]')) {
    choice.addEventListener('change', () => {
      for (const part of document.querySelectorAll('[data-variant]')) {
        part.hidden = part.dataset.variant !== choice.value;
      }
    });
  }
})();
`.trimStart();

export const clawScript: WebDocument = {
  path: '/claw.js',
  title: 'Script of the invite page',
  type: 'text/javascript; charset=utf-8',
  hasCors: false,
  read: () => script,
};
