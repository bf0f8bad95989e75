/**
 * What every page with a sign-in shares. The bearer lives in the browser's session storage alone: no cookie carries it,
 * and it is gone with the tab. A page brings its words as `data-` attributes of the element `words`.
 */
import type { WebDocument } from '../describe/web-document.ts';

/** The name of the bearer in session storage, for every page of ours. */
export const SESSION_STORED_AS = 'farebox.session';

const script = `
'use strict';
const signIn = (() => {
  const stored = '${SESSION_STORED_AS}';
  const byId = (id) => document.getElementById(id);
  const words = byId('words').dataset;

  const say = (text, isBad = false) => {
    const status = byId('status');
    status.textContent = text;
    status.classList.toggle('fault', isBad);
  };

  const show = (id, isShown) => {
    const element = byId(id);
    if (element) element.hidden = !isShown;
  };

  /** In our own words: what the server says is in English, and for programs. */
  const reasonOf = (status, answer) => {
    const ofInvite = {
      unknown: words.inviteUnknown,
      expired: words.inviteExpired,
      used_up: words.inviteUsedUp,
      sign_in: words.signInOver,
      unverified: words.unverified,
    };
    if (answer.code === 'invalid_code') return ofInvite[answer.invite] ?? words.wrongCode;
    if (answer.code === 'too_many_attempts') return words.tooMany;
    if (status === 429) return words.wait;
    if (status === 401) return words.signedOut;
    if (status === 422 || (status === 400 && answer.code === 'invalid_input')) return words.wrongInput;
    return status < 500 && typeof answer.detail === 'string' ? answer.detail : words.failed;
  };

  /** \`token\`: whose request it is. Signing in sends none: an old one would be refused. */
  async function send(path, body, token) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) };
    let reply;
    try {
      reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    } catch {
      throw new Error(words.offline);
    }
    const answer = await reply.json().catch(() => ({}));
    if (reply.ok) return answer;
    if (reply.status === 401) sessionStorage.removeItem(stored);
    throw new Error(reasonOf(reply.status, answer));
  }

  /** Runs one step; its buttons rest meanwhile, and what goes wrong is said. */
  async function step(element, run) {
    const buttons = element.matches('button') ? [element] : [...element.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    say(words.busy);
    try {
      await run();
    } catch (error) {
      say(error.message, true);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  const onSubmit = (form, run) =>
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      step(form, run);
    });

  function keep(answer) {
    sessionStorage.setItem(stored, answer.token);
    return answer;
  }

  /** By e-mail: an address, then the code that came. \`more\` goes along with both; \`done\` gets the answer with the session. */
  function byMail({ codePath, sessionPath, more, done }) {
    const [address, code] = [byId('address-form'), byId('code-form')];
    if (!address) return;
    const email = () => byId('email').value.trim();
    const ask = async () => {
      const answer = await send(codePath, { ...more, email: email() });
      if (answer.token) {
        await done(keep(answer));
        return;
      }
      show('address-form', false);
      show('code-form', true);
      say((answer.sent === false ? words.sentBefore : words.sent).replace('{email}', answer.email ?? email()));
      byId('code').focus();
    };
    onSubmit(address, ask);
    onSubmit(code, async () => {
      const typed = byId('code').value.replace(/\\s/g, '');
      await done(keep(await send(sessionPath, { ...more, email: email(), code: typed })));
    });
    byId('other-address').addEventListener('click', () => {
      show('code-form', false);
      show('address-form', true);
      say('');
      byId('email').focus();
    });
    byId('again').addEventListener('click', (event) => step(event.currentTarget, ask));
  }

  return { stored, byId, words, say, show, send, step, keep, byMail };
})();
`.trimStart();

export const signInScript: WebDocument = {
  path: '/sign-in.js',
  title: 'Script of the sign-in',
  type: 'text/javascript; charset=utf-8',
  hasCors: false,
  read: () => script,
};
