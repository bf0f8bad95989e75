/**
 * Processes a contribution until a moderator decides: screens it, compares it with known fixes, and indexes it when
 * accepted.
 */

import type { Database } from '../../database/types.ts';
import type { Principal } from '../../kernel/principal.ts';
import { createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import { truncate } from '../../text/truncate.ts';
import * as store from '../reads.ts';
import { computeBuckets, computeResemblance, SAME_FROM, simplifyText } from '../search/near-duplicates.ts';
import { buildSymptomTerms } from '../search/profile.ts';
import type { Contribution, ContributionAnswer } from '../types.ts';
import { type AddFixInput, addFix, mergeFix } from '../writes.ts';
import { screenContribution } from './screening.ts';

/** Fixes that may wait for a moderator: the last part of the queue is kept for callers with a key. */
const PENDING_MAX = 2_000;
const PENDING_WITHOUT_KEY_MAX = 1_000;
const ALIKE_LOOKED_AT = 10;
/** A short remedy fits many errors: it is the same fix only for the same error. */
const TELLING_CHARS = 160;
const SAME_ERROR_FROM = 0.3;
const TITLE_CHARS_MAX = 120;
const STEPS_MAX = 12;

export async function contributeFix(
  database: Pick<Database, 'db' | 'write'>,
  contribution: Contribution,
  principal: Principal,
): Promise<ContributionAnswer> {
  const { error, fix, flags } = screenContribution({
    error: contribution.errorDescription,
    fix: contribution.fixDescription,
    by: contribution.contributedBy,
  });
  const buckets = computeBuckets(fix);
  const alike = await store.listFixesInBuckets(database.db, buckets, ALIKE_LOOKED_AT);
  const same = alike.find((one) => isSameFix(one, error, fix));
  if (same) {
    await database.write(mergeFix, { fixId: same.id });
    return { fixId: same.id, status: 'merged' };
  }
  const title = buildTitle(error);
  const hasKey = principal.kind === 'account';
  const row: AddFixInput['fix'] = {
    id: createTimeOrderedId('fix_'),
    digest: sha256Hex(`${simplifyText(error)}\n${simplifyText(fix)}`),
    title,
    error,
    cause: '',
    fix,
    steps: JSON.stringify(splitSteps(fix)),
    profile: JSON.stringify(buildSymptomTerms({ title, symptoms: [error], tags: [] })),
    flags: JSON.stringify(flags),
    contributed_by: contribution.contributedBy,
    account_id: hasKey ? principal.accountId : null,
    mode: hasKey ? principal.mode : null,
  };
  const pendingMax = hasKey ? PENDING_MAX : PENDING_WITHOUT_KEY_MAX;
  const { fixId, merged } = await database.write(addFix, { fix: row, buckets, pendingMax });
  return { fixId, status: merged ? 'merged' : 'pending' };
}

function isSameFix(one: store.Fix, error: string, fix: string): boolean {
  if (computeResemblance(one.fix, fix) < SAME_FROM) return false;
  return fix.length >= TELLING_CHARS || computeResemblance(one.error, error) >= SAME_ERROR_FROM;
}

function buildTitle(error: string): string {
  const line = error.split('\n', 1)[0] ?? error;
  return truncate(line, TITLE_CHARS_MAX, '…');
}

/** A line each, without its number; what is more than the last one holds together. */
function splitSteps(fix: string): string[] {
  const lines = fix
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\(?\d{1,2}[.)、])\s*/u, '').trim())
    .filter((line) => line !== '');
  return lines.length <= STEPS_MAX ? lines : [...lines.slice(0, STEPS_MAX - 1), lines.slice(STEPS_MAX - 1).join('\n')];
}
