/** Durable changes of press releases. Each keeps the release's article in step. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { CampaignStatus } from '../../common/campaign-states.ts';
import type { ArticleFindings } from '../articles/findings.ts';
import {
  deleteReleaseArticle,
  insertReleaseArticle,
  updateReleaseArticle,
  withdrawArticle,
} from '../articles/writes.ts';
import { deleteFiles } from './files/file-writes.ts';
import type { Generation, Optimization } from './generation.ts';
import { lockRelease } from './lock-writes.ts';
import type { BodyMeasure } from './measure.ts';
import { createReleaseMissingError, findRelease, type Release, type StoredRelease } from './reads.ts';
import { foldForSearch } from './search-text.ts';
import { moveRelease, readStatus, type StateChange } from './states.ts';
import type { ReleaseRow } from './tables.ts';
import { isInUse } from './uses-reads.ts';

type ReleaseField =
  | 'title'
  | 'subtitle'
  | 'body'
  | 'contact_info'
  | 'source_type'
  | 'nq_score'
  | 'nq_dimensions'
  | 'ai_engine';

export interface NewRelease extends Pick<ReleaseRow, ReleaseField | 'nq_source' | 'created_by'>, BodyMeasure {
  company_id: string;
}

/** A release in a new article. Throws NOT_FOUND for a company that there isn't. */
export const createRelease = defineWrite(
  'releases.create',
  (
    tx: Tx,
    { release, claim }: { release: NewRelease; claim?: WriteClaim | undefined },
  ): Promise<FinishedWrite<Release>> => writeOnce(tx, claim, () => insertRelease(tx, release)),
);

/** A release that was written here, and how, as the operation tells it. */
export interface WrittenRelease {
  release: Release;
  generation: Generation | Optimization;
}

/** The same for a release that was written here: a repeat under the same key is told the same of how it came about. */
export const createWrittenRelease = defineWrite(
  'releases.createWritten',
  (
    tx: Tx,
    {
      release,
      generation,
      claim,
    }: Omit<WrittenRelease, 'release'> & { release: NewRelease; claim?: WriteClaim | undefined },
  ): Promise<FinishedWrite<WrittenRelease>> =>
    writeOnce(tx, claim, async () => ({ release: await insertRelease(tx, release), generation })),
);

async function insertRelease(tx: Tx, release: NewRelease): Promise<Release> {
  const { db, nowMs } = tx;
  const { company_id: companyId, title, subtitle, body, language } = release;
  const company = await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst();
  if (!company) throw new FareboxError('NOT_FOUND', { message: 'Company not found' });
  const { id } = await db
    .insertInto('press_releases')
    .values({
      ...release,
      article_id: await insertReleaseArticle(tx, companyId, { title, subtitle, body, language }),
      status: 'draft',
      nq_stale: 0,
      embargo_until: null,
      search: foldSearchText(release),
      version: 1,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await requireRelease(tx, companyId, id);
}

export interface ReleaseUpdate {
  companyId: string;
  id: number;
  /** What is undefined stays as it is. */
  changes: { [K in ReleaseField]?: ReleaseRow[K] | undefined };
  state: StateChange;
  /** Of the new body, if there is one. */
  measure: BodyMeasure | undefined;
  /** What the caller believes to be the current one. */
  version: number | undefined;
  /** Of the new text of a published release, made from this version; without them the feed tells what still stands in the text. */
  found?: { findings: ArticleFindings; version: number } | undefined;
}

/** Throws NOT_FOUND, `version_conflict` and `release_state`. What changes nothing leaves the version as it is. */
export const updateRelease = defineWrite('releases.update', async (tx: Tx, update: ReleaseUpdate): Promise<Release> => {
  const { db, nowMs } = tx;
  const { companyId, id, version } = update;
  const row = await lockRelease(tx, companyId, id);
  if (version !== undefined && version !== row.version) {
    throw createReasonError('version_conflict', { details: { current_version: row.version } });
  }
  const changed = buildChanges(row, update, nowMs);
  if (Object.keys(changed).length > 0) {
    const { title = row.title, subtitle = row.subtitle, body = row.body, language = row.language } = changed;
    const search = foldSearchText({ title, subtitle, body });
    await db
      .updateTable('press_releases')
      .set({ ...changed, search, version: row.version + 1, updated_at: nowMs })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
    if (row.status === 'published' && (changed.status ?? row.status) !== 'published') {
      await withdrawArticle(tx, row.article_id);
    }
    const findings = update.found?.version === row.version ? update.found.findings : undefined;
    await updateReleaseArticle(tx, row.article_id, { title, subtitle, body, language }, findings);
  }
  return await requireRelease(tx, companyId, id);
});

/** Undefined fields are left unchanged. */
type Changes = { [K in keyof StoredRelease]?: StoredRelease[K] | undefined };

/** The columns that get another value. */
function buildChanges(row: StoredRelease, { changes, state, measure }: ReleaseUpdate, nowMs: number): Changes {
  const changed = pickChanged(row, { ...changes, ...measure });
  const moved = moveRelease(row, state, nowMs);
  const isMoved = moved.status !== readStatus(row, nowMs) || moved.embargo_until !== row.embargo_until;
  const isScored = changes.nq_score !== undefined;
  const isRewritten = 'title' in changed || 'subtitle' in changed || 'body' in changed;
  const scored = pickChanged(row, {
    nq_source: isScored ? (changes.nq_score === null ? null : ('client' as const)) : undefined,
    nq_stale: isScored ? (0 as const) : isRewritten ? (1 as const) : undefined,
  });
  return { ...changed, ...scored, ...(isMoved ? moved : {}) };
}

function pickChanged(row: StoredRelease, values: Changes): Changes {
  const before = new Map<string, unknown>(Object.entries(row));
  const entries = Object.entries(values).filter(([name, value]) => value !== undefined && value !== before.get(name));
  return Object.fromEntries(entries);
}

/** A campaign that is a draft, or over, has a copy of the text. */
const SENDING: readonly CampaignStatus[] = ['scheduled', 'queued', 'sending', 'paused'];

/** Throws NOT_FOUND, `in_use`. */
export const deleteRelease = defineWrite(
  'releases.delete',
  async (tx: Tx, { companyId, id }: { companyId: string; id: number }): Promise<void> => {
    const { article_id } = await lockRelease(tx, companyId, id);
    if (await isInUse(tx.db, { releaseId: id }, SENDING)) {
      throw createReasonError('in_use', { message: 'A campaign is sending this release or is scheduled to' });
    }
    await deleteFiles(tx, id);
    await tx.db.deleteFrom('release_coverage').where('release_id', '=', id).execute();
    await tx.db.deleteFrom('press_releases').where('company_id', '=', companyId).where('id', '=', id).execute();
    await deleteReleaseArticle(tx, article_id);
  },
);

async function requireRelease({ db }: Tx, companyId: string, id: number): Promise<Release> {
  const release = await findRelease(db, companyId, id);
  if (!release) throw createReleaseMissingError();
  return release;
}

/** UTF-16 units of a text that searches look in. */
const SEARCH_MAX = 50_000;

/** Nobody searches for the end of a text that long. */
function foldSearchText({ title, subtitle, body }: Pick<ReleaseRow, 'title' | 'subtitle' | 'body'>): string {
  const text = [title, subtitle ?? '', body].map((part) => part.slice(0, SEARCH_MAX)).join('\n');
  return foldForSearch(text).slice(0, SEARCH_MAX).toWellFormed();
}
