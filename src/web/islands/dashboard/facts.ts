/** Initial data of the dashboard and types of its operations. */

import type { TextKey } from '../../texts/text-types.ts';
import type { Output } from '../common/answers.ts';
import { readFacts, type Say, say, withQuery } from '../common/workspace.ts';

interface Facts {
  view: 'overview' | 'calls' | 'keys' | 'limits';
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
