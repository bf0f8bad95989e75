/** The steps of the consent page in the browser: sign in or show a root key, set limits, say yes. */
import type { WebDocument } from '../describe/web-document.ts';

const script = `
'use strict';
(() => {
  const { stored, byId, words, say, show, step, byMail } = signIn;
  /** The session, or the root key: that is kept in this variable alone. */
  let bearer = null;

  async function ask(method, path, body) {
    const headers = { authorization: 'Bearer ' + bearer, ...(body && { 'content-type': 'application/json' }) };
    try {
      const reply = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
      return { status: reply.status, answer: await reply.json() };
    } catch {
      throw new Error(words.offline);
    }
  }

  function reasonOf(status, answer) {
    if (answer.error === 'session_required') return words.needsSession;
    if (answer.error === 'account_suspended') return words.suspended;
    const byStatus = { 400: words.tooOld, 403: words.needsRoot, 409: words.tooManyKeys, 429: words.wait };
    return byStatus[status] ?? words.failed;
  }

  function admit(name) {
    byId('account-name').textContent = name;
    byId('key').value = '';
    show('entrance', false);
    show('account', true);
    say('');
    byId('account-title').focus();
  }

  function leave(message = '') {
    bearer = null;
    sessionStorage.removeItem(stored);
    show('account', false);
    show('code-form', false);
    show('address-form', true);
    show('entrance', true);
    say(message, message !== '');
  }

  const admitSession = ({ token, user, company }) => {
    bearer = token;
    admit(user.email + ' · ' + company.name);
  };

  byMail({ codePath: '/auth/send-code', sessionPath: '/auth/verify', more: {}, done: admitSession });

  byId('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    step(event.currentTarget, async () => {
      bearer = byId('key').value.trim();
      // What can't stand in a header is no key.
      if (!/^[\\x21-\\x7e]+$/.test(bearer)) throw new Error(words.wrongKey);
      const { status, answer } = await ask('GET', '/api/account/balance');
      if (status === 401) throw new Error(words.wrongKey);
      if (status !== 200) throw new Error(status === 403 ? words.suspended : reasonOf(status, answer));
      admit(answer.agentId + ' · ' + answer.balance + ' USD');
    });
  });

  byId('leave').addEventListener('click', () => {
    leave();
    byId('email').focus();
  });

  function limits() {
    const caps = {};
    for (const id of ['perDay', 'total', 'perCall']) {
      const text = byId(id).value.trim();
      if (text === '') continue;
      if (!/^\\d{1,5}(\\.\\d{1,6})?$/.test(text)) {
        byId(id).focus();
        throw new Error(words.wrongLimit);
      }
      caps[id] = Number(text);
    }
    return caps;
  }

  byId('consent').addEventListener('submit', (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    step(form, async () => {
      const body = { request: form.dataset.request, caps: limits() };
      const { status, answer } = await ask('POST', '/oauth/authorize', body);
      if (status === 401) {
        leave(words.signedOut);
        throw new Error(words.signedOut);
      }
      if (status !== 200) throw new Error(reasonOf(status, answer));
      bearer = null;
      show('account', false);
      show('deny', false);
      say(words.done);
      location.assign(answer.redirectTo);
    });
  });

  /** A session from another page of ours, in this tab. */
  async function resume() {
    bearer = sessionStorage.getItem(stored);
    if (bearer === null) return;
    const { status, answer } = await ask('GET', '/auth/me');
    if (status === 200) admitSession({ token: bearer, ...answer });
    else leave();
  }
  resume().catch(() => leave());
})();
`.trimStart();

export const consentScript: WebDocument = {
  path: '/oauth/consent.js',
  title: 'Script of the consent page',
  type: 'text/javascript; charset=utf-8',
  hasCors: false,
  read: () => script,
};
