/** The debug service: `ctx.services.fixes`. Everything that is stored or shown here comes from strangers. */

import type { Database } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Limiter } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { maskAddress } from '../ledger/accounts/accounts.ts';
import { createTimeOrderedId } from '../lib/ids.ts';
import { defaultToUnknown, diagnoseError, formatFoundFix, readSteps } from './diagnosis/diagnosis.ts';
import { askModel, hasModel } from './diagnosis/model.ts';
import { contributeFix } from './moderation/contributing.ts';
import { openModeration } from './moderation/moderation.ts';
import { buildPattern, computeFingerprint } from './search/fingerprint.ts';
import { Meaning } from './search/meaning.ts';
import { type Candidate, Search } from './search/search.ts';
import type { BugReport, Diagnosis, Fixes, ReportAnswer } from './types.ts';
import { confirmFix, fileReport } from './writes.ts';

export interface FixesDeps {
  database: Pick<Database, 'db' | 'engine' | 'write'>;
  /** Resolves when what ships with the product can be found. */
  whenSearchable(): Promise<void>;
  limiter: Limiter;
  /** Diagnoses by a model in a day, all callers together. */
  llmPerDay: number;
  /** Reward for an accepted contribution, in WT. */
  rewardWt: number;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    fixes: Fixes;
  }
}

const SEARCH_RESULTS = 10;
const REPORT_FIXES = 5;
/** An account gets no more of the day's share of the model than this part of it. */
const ACCOUNT_PART = 10;
/** A diagnosis that is surer than this needs no model. */
const SURE_FROM = 0.5;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** From one network (/24, /56). */
const REPORTS_PER_HOUR = 120;
const CONTRIBUTIONS_PER_HOUR = 10;
const CONFIRMATIONS_PER_HOUR = 60;

export function openFixes(deps: FixesDeps): Fixes {
  const { database, limiter, whenSearchable } = deps;
  const search = new Search(database.db, database.engine);
  const meaning = new Meaning(database, limiter);
  const find = async (text: string, limit: number, ctx: CallContext): Promise<Candidate[]> => {
    await whenSearchable();
    return await search.find(text, limit, await meaning.findNear(text, ctx));
  };
  return {
    async report(bug, ctx) {
      await consumeLimit(limiter, 'report', REPORTS_PER_HOUR, ctx.principal);
      return await answerReport(deps, bug, (text) => find(text, REPORT_FIXES, ctx), ctx);
    },
    search: async (query, ctx) => (await find(query, SEARCH_RESULTS, ctx)).map(formatFoundFix),
    async contribute(contribution, principal) {
      await consumeLimit(limiter, 'contribute', CONTRIBUTIONS_PER_HOUR, principal);
      return await contributeFix(database, contribution, principal);
    },
    async confirm({ fixId, worked }, principal) {
      await consumeLimit(limiter, 'confirm', CONFIRMATIONS_PER_HOUR, principal);
      // Test money buys no word.
      const counts = principal.kind === 'account' && principal.mode === 'live';
      return await database.write(confirmFix, { fixId, worked, accountId: counts ? principal.accountId : null });
    },
    diagnose: async (errorText) => diagnoseError(errorText, await search.find(errorText, REPORT_FIXES)),
    openModeration: (principal) => openModeration(database, principal, deps.rewardWt),
  };
}

async function consumeLimit(limiter: Limiter, what: string, points: number, { ip }: Principal): Promise<void> {
  const window = await limiter.consume(`fixes ${what} ${maskAddress(ip)}`, points, HOUR_SECONDS);
  if (window.isAllowed) return;
  throw new FareboxError('RATE_LIMITED', {
    message: `At most ${points} of these an hour from one network.`,
    retryAfterSeconds: window.resetSeconds,
    limit: points,
  });
}

async function answerReport(
  deps: FixesDeps,
  { lobsterId, errorDescription, errorMessage = '' }: BugReport,
  find: (text: string) => Promise<Candidate[]>,
  ctx: CallContext,
): Promise<ReportAnswer> {
  const text = `${errorMessage}\n${errorDescription}`.trim();
  const candidates = await find(text);
  const pattern = buildPattern(errorMessage.trim() === '' ? errorDescription : errorMessage);
  const report = {
    id: createTimeOrderedId('bug_'),
    fingerprint: computeFingerprint(pattern),
    pattern,
    lobster_id: lobsterId,
  };
  const { similar } = await deps.database.write(fileReport, report);
  const ruleDiagnosis = defaultToUnknown(diagnoseError(text, candidates));
  const diagnosis = (await diagnoseByModel(deps, { text, candidates, diagnosis: ruleDiagnosis }, ctx)) ?? ruleDiagnosis;
  return { reportId: report.id, diagnosis, fixes: candidates.map(formatFoundFix), similarReports: similar };
}

/** Null where no model is asked: for callers without a key, beyond the day's share, and for what is known well. */
async function diagnoseByModel(
  { limiter, llmPerDay }: FixesDeps,
  { text, candidates, diagnosis }: { text: string; candidates: readonly Candidate[]; diagnosis: Diagnosis },
  ctx: CallContext,
): Promise<Diagnosis | null> {
  const { principal } = ctx;
  if (principal.kind !== 'account' || diagnosis.confidence >= SURE_FROM || llmPerDay === 0 || !hasModel(ctx))
    return null;
  const own = Math.max(1, Math.ceil(llmPerDay / ACCOUNT_PART));
  if (!(await limiter.consume(`fixes llm ${principal.accountId}`, own, DAY_SECONDS)).isAllowed) return null;
  if (!(await limiter.consume(`fixes llm ${ctx.mode}`, llmPerDay, DAY_SECONDS)).isAllowed) return null;
  const word = await askModel(text, candidates, ctx);
  if (!word) return null;
  const { summary, likelyCause, confidence, fix } = word;
  return { summary, likelyCause, steps: fix ? readSteps(fix) : [], confidence, source: 'llm' };
}
