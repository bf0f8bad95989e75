/** Moderators' actions on contributions. */

import { readCursor, writeCursor } from '../../database/cursor.ts';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { isOperator, type Principal } from '../../kernel/principal.ts';
import { formatTimestamp } from '../../ledger/accounts/account-answers.ts';
import { maskAddress } from '../../ledger/accounts/accounts.ts';
import { decideFix } from '../moderation-writes.ts';
import * as store from '../reads.ts';
import { buildIndexTerms } from '../search/profile.ts';
import { parseProfile } from '../search/search.ts';
import type { ModeratedFix, Moderation } from '../types.ts';

/** 1 WT is 0.001 USD. */
const MICROS_PER_WT = 1_000;
const PAGE = 50;

export function openModeration(
  database: Pick<Database, 'db' | 'write'>,
  principal: Principal,
  rewardWt: number,
): Moderation {
  if (!isOperator(principal)) throw new FareboxError('FORBIDDEN');
  const actor = principal.kind === 'session' ? principal.email : 'ADMIN_TOKEN';
  const who = { actor, ipPrefix: maskAddress(principal.ip) };
  return {
    async list({ status, cursor }) {
      const before = cursor === undefined ? undefined : Number(readCursor(cursor, /^fix (\d{1,15})$/)[0]);
      const rows = await store.listFixes(database.db, { status, before, limit: PAGE + 1 });
      const page = rows.slice(0, PAGE);
      const last = page.at(-1);
      const nextCursor = rows.length > PAGE && last ? writeCursor('fix', last.num) : null;
      return { fixes: page.map(formatModeratedFix), nextCursor };
    },
    async decide(fixId, status) {
      const fix = await store.findFixById(database.db, fixId);
      if (!fix) throw new FareboxError('NOT_FOUND', { message: 'Fix not found' });
      const terms = buildIndexTerms(parseProfile(fix), { title: fix.title, cause: fix.cause, rest: fix.fix });
      const rewardMicros = rewardWt * MICROS_PER_WT;
      const decided = await database.write(decideFix, { ...who, fixId, status, terms, rewardMicros });
      return { status: decided.status, changed: decided.changed, rewardWt: decided.rewardMicros / MICROS_PER_WT };
    },
  };
}

function formatModeratedFix(fix: store.Fix): ModeratedFix {
  const flags: unknown = JSON.parse(fix.flags);
  return {
    fixId: fix.id,
    title: fix.title,
    errorDescription: fix.error,
    fixDescription: fix.fix,
    status: fix.status,
    origin: fix.origin,
    flags: Array.isArray(flags) ? flags.map(String) : [],
    successes: fix.successes,
    failures: fix.failures,
    merged: fix.merged,
    contributedBy: fix.contributed_by,
    agentId: fix.account_id,
    createdAt: formatTimestamp(fix.created_at),
  };
}
