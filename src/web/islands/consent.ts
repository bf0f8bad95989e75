/** The steps of the consent page in the browser: sign in or show a root key, set limits, say yes. */

import type { SaidKey } from '../../locales/text-types.ts';
import { byId, onSubmit, readWord, say, show } from './common/dom.ts';
import { showAddressForm, startMailSignIn } from './common/sign-in.ts';

const word = (name: SaidKey<'consent'> | SaidKey<'sign-in'>): string => readWord(name);

interface Answer {
  error?: unknown;
  agentId?: string;
  balance?: number;
  redirectTo?: string;
}

interface Member {
  user: { email: string };
  company: { name: string };
}

const REASONS: ReadonlyMap<number, SaidKey<'consent'> | SaidKey<'sign-in'>> = new Map([
  [400, 'tooOld'],
  [403, 'needsRoot'],
  [409, 'tooManyKeys'],
  [429, 'wait'],
]);

/** The root key, kept in this variable alone; null while the page's own session asks. */
let bearer: string | null = null;

async function ask<A>(method: string, path: string, body?: object): Promise<{ status: number; answer: A & Answer }> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...type };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const reply = await fetch(path, { method, headers, ...content, cache: 'no-store' });
    return { status: reply.status, answer: await reply.json() };
  } catch {
    throw new Error(word('offline'));
  }
}

function explainRefusal(status: number, { error }: Answer): string {
  if (error === 'session_required') return word('needsSession');
  if (error === 'account_suspended') return word('suspended');
  return word(REASONS.get(status) ?? 'failed');
}

function admit(name: string): void {
  byId('account-name').textContent = name;
  byId('key', HTMLInputElement).value = '';
  show('entrance', false);
  show('account', true);
  say('');
  byId('account-title').focus();
}

function leave(message = ''): void {
  bearer = null;
  show('account', false);
  showAddressForm();
  show('entrance', true);
  say(message, message !== '');
}

/** After signing in here. */
async function resumeSession(): Promise<void> {
  const { status, answer } = await ask<Member>('GET', '/auth/me');
  if (status === 200) admit(`${answer.user.email} · ${answer.company.name}`);
  else leave();
}

startMailSignIn<{ signed_in?: boolean }>({
  codePath: '/login/send-code',
  sessionPath: '/login/verify',
  more: {},
  isSignedIn: ({ signed_in }) => signed_in === true,
  onSignedIn: resumeSession,
});

onSubmit(byId('key-form', HTMLFormElement), async () => {
  const key = byId('key', HTMLInputElement).value.trim();
  // What can't stand in a header is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(word('wrongKey'));
  bearer = key;
  const { status, answer } = await ask<Answer>('GET', '/api/account/balance');
  if (status === 401) throw new Error(word('wrongKey'));
  if (status !== 200) throw new Error(status === 403 ? word('suspended') : explainRefusal(status, answer));
  admit(`${answer.agentId} · ${answer.balance} USD`);
});

byId('leave').addEventListener('click', () => {
  // A key alone is forgotten; a sign-in ends.
  if (bearer === null) void fetch('/login/leave', { method: 'POST', redirect: 'manual' }).catch(() => {});
  leave();
  byId('email').focus();
});

function readLimits(): Record<string, number> {
  const caps: Record<string, number> = {};
  for (const id of ['perDay', 'total', 'perCall']) {
    const field = byId(id, HTMLInputElement);
    const text = field.value.trim();
    if (text === '') continue;
    if (!/^\d{1,5}(\.\d{1,6})?$/.test(text)) {
      field.focus();
      throw new Error(word('wrongLimit'));
    }
    caps[id] = Number(text);
  }
  return caps;
}

const form = byId('consent', HTMLFormElement);

/** Nothing where there is nothing to choose. */
function readScopes(): { scopes?: string[] } {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name="scope"]')];
  if (boxes.length === 0) return {};
  const scopes = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  if (scopes.length > 0) return { scopes };
  boxes[0]?.focus();
  throw new Error(word('noScope'));
}

onSubmit(form, async () => {
  const body = { request: form.dataset.request, caps: readLimits(), ...readScopes() };
  const { status, answer } = await ask<Answer>('POST', '/oauth/authorize', body);
  if (status === 401) {
    leave(word('signedOut'));
    throw new Error(word('signedOut'));
  }
  if (status !== 200 || answer.redirectTo === undefined) throw new Error(explainRefusal(status, answer));
  bearer = null;
  show('account', false);
  show('deny', false);
  say(word('done'));
  location.assign(answer.redirectTo);
});

const visitor = document.querySelector('[data-account] summary');
if (visitor) admit(visitor.textContent ?? '');
