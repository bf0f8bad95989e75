/** Initial data of the dashboard and types of its operations. */

import type { TextKey } from '../../../locales/text-types.ts';
import type { Output } from '../common/answers.ts';
import { useRead } from '../common/parts.tsx';
import { readFacts, type Say, say, withQuery } from '../common/workspace.ts';

interface Facts {
  view: 'overview' | 'calls' | 'keys' | 'limits' | 'billing';
  /** Signed in for a company: which of its accounts is shown is said with each request. */
  isMember: boolean;
  mode: 'live' | 'test';
}

export const facts = readFacts<Facts>();
export const t: Say<TextKey<'dashboard'>> = say;

export const ownMode = facts.isMember ? { mode: facts.mode } : {};

export const withMode = <P extends string>(
  path: P,
  values: Readonly<Record<string, string | number | undefined>> = {},
) => withQuery(path, { ...values, ...ownMode });

export type Balance = Output<'account-summary'>;
export type Report = Output<'account-report'>;
export type Part = NonNullable<Report['report']['breakdown']>[number];
export type Call = Output<'account-calls'>['calls'][number];
export type Key = Output<'account-list-keys'>['keys'][number];

export type TopUp = Output<'payment-auto-top-up'>;

/** Milliseconds; null while it runs. */
export const measureCall = ({ at, endedAt }: Call): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(at));

export function formatDuration(call: Call): string {
  const ms = measureCall(call);
  return ms === null ? '…' : t('milliseconds', { ms });
}

/** Of keys that may be listed. */
export type KeyNames = ReadonlyMap<string, string>;

/** Empty for a key that may not list the others. */
export function useKeyNames(): KeyNames {
  const { data } = useRead('/api/account/keys');
  return new Map(data?.keys.map(({ keyId, name }) => [keyId, name]));
}

const ID_END = 6;

export const nameKey = (names: KeyNames, keyId: string): string => names.get(keyId) ?? `…${keyId.slice(-ID_END)}`;
