/**
 * Requests from pages to their own server. Errors are shown in the texts of the page, since the server's are for
 * programs.
 */

import type { SaidKey } from '../../../locales/text-types.ts';
import { formatWait } from '../../texts/waits.ts';
import type { Answer } from './answers.ts';
import { readWord } from './dom.ts';

const say = (name: SaidKey<'sign-in'>): string => readWord(name);
const { lang: language } = document.documentElement;

/** Fields that every refusal may have. */
interface Refusal {
  code?: unknown;
  /** Why an invite can't be used. */
  invite?: unknown;
  detail?: unknown;
}

const INVITE_FAULTS: ReadonlyMap<unknown, SaidKey<'sign-in'>> = new Map([
  ['unknown', 'inviteUnknown'],
  ['expired', 'inviteExpired'],
  ['used_up', 'inviteUsedUp'],
  ['sign_in', 'signInOver'],
  ['unverified', 'unverified'],
]);

/** POSTs JSON; the cookie of the page says whose request it is. `unknown`: what a 401 means here. */
export async function send<P extends string, A = Answer<'POST', P>>(
  path: P,
  body: object,
  unknown = say('signedOut'),
): Promise<A> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new Error(say('offline'));
  });
  const answer: A & Refusal = await reply.json().catch(() => ({}));
  if (reply.ok) return answer;
  if (reply.status === 401 && answer.code === undefined) throw new Error(unknown);
  throw new Error(explainRefusal(reply, answer), { cause: answer.code });
}

function explainRefusal({ status, headers }: Response, { code, invite, detail }: Refusal): string {
  if (code === 'invalid_code') return say(INVITE_FAULTS.get(invite) ?? 'wrongCode');
  if (code === 'too_many_attempts') return say('tooMany');
  if (status === 429) return explainWait(headers.get('retry-after'));
  if (status === 401) return say('signedOut');
  if (status === 422 || (status === 400 && code === undefined)) return say('wrongInput');
  return status < 500 && language === 'en' && typeof detail === 'string' ? detail : say('failed');
}

function explainWait(retryAfter: string | null): string {
  if (retryAfter === null) return say('wait');
  return say('waitFor').replace('{wait}', formatWait(Number(retryAfter), language));
}
