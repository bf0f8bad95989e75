/** The steps of an invite in the browser: sign in, make a key, fill it into the configurations. */

import type { SaidKey } from '../../locales/text-types.ts';
import { KEY_MARK } from '../clients.ts';
import type { Answer } from './common/answers.ts';
import { byId, onClick, readWord, say, show } from './common/dom.ts';
import { beginElsewhere, takeErrand } from './common/elsewhere.ts';
import { send } from './common/send.ts';
import { startMailSignIn } from './common/sign-in.ts';

const COPIED_SHOWN_MS = 2_000;

const word = (name: SaidKey<'claw'> | SaidKey<'sign-in'>): string => readWord(name);
const { invite = '', step } = byId('claw').dataset;

type Member = Answer<'POST', '/claw/finish'>;

function showAccount(member: Member): void {
  byId('account-email').textContent = member.email;
  byId('account-id').textContent = member.account_id;
  byId('account-balance').textContent = `${member.balance} USD`;
  show('entrance', false);
  show('account', true);
  say(word('signedIn'));
  byId('account-title').focus();
}

startMailSignIn({
  codePath: '/claw/send-code',
  sessionPath: '/claw/verify',
  more: { invite },
  isSignedIn: ({ account_id }) => account_id !== undefined,
  onSignedIn: showAccount,
});

const elsewhere = document.getElementById('elsewhere');
if (elsewhere) onClick(elsewhere, () => beginElsewhere('/claw/begin', { invite }, { invite }));

/** Back from the provider: its answer stands in the address, which is cleared at once. */
async function comeBack(): Promise<void> {
  const answer = location.search.slice(1);
  const errand = takeErrand();
  const { invite: wanted, next } = errand ?? {};
  history.replaceState(null, '', location.pathname);
  const again = wanted === undefined ? '/login' : `/claw?code=${encodeURIComponent(wanted)}`;
  byId('begin-again', HTMLAnchorElement).href = again;
  try {
    const binding = errand?.binding;
    if (answer === '' || binding === undefined) throw new Error(word('otherTab'));
    say(word('busy'));
    const member = await send('/claw/finish', { answer, binding });
    if (next === undefined) showAccount(member);
    else location.replace(next);
  } catch (error) {
    say(error instanceof Error ? error.message : word('failed'), true);
    show('begin-again-line', errand !== null);
  }
}
if (step === 'back') void comeBack();

function fillKeyIn(key: string): void {
  byId('new-key').textContent = key;
  for (const code of document.querySelectorAll<HTMLElement>('code[data-template]')) {
    code.textContent = (code.dataset.template ?? '').replaceAll(KEY_MARK, key);
  }
  show('make-key', false);
  show('key', true);
  show('clients', true);
  say(word('made'));
  byId('key-title').focus();
}

onClick(byId('make-key'), async () => {
  const { key } = await send('/auth/api-keys', { name: word('keyName') });
  fillKeyIn(key);
});

async function copyText(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(byId(button.dataset.copies ?? '').textContent ?? '');
  } catch {
    say(word('notCopied'), true);
    return;
  }
  say(word('copied'));
  // Where the reader looks: what is said stands at the top.
  button.textContent = word('copied');
  setTimeout(() => {
    button.textContent = word('copy');
  }, COPIED_SHOWN_MS);
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-copies]')) {
  // Without https there is none.
  button.hidden = !('clipboard' in navigator);
  button.addEventListener('click', () => void copyText(button));
}

for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="variant"]')) {
  choice.addEventListener('change', () => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-variant]')) {
      part.hidden = part.dataset.variant !== choice.value;
    }
  });
}
