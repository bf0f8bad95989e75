/** Coverage that people note, decide on and delete, and what is found. */
import { defineEvent, defineWrite } from '../../../database/define.ts';
import { countRows, lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { createReleaseMissingError } from '../releases/reads.ts';
import {
  COVERAGE_MAX,
  type Coverage,
  type CoverageState,
  createCoverageMissingError,
  findCoverage,
  SUGGESTED_MAX,
  type WhichCoverage,
} from './coverage-reads.ts';
import { buildCoverageKey, readHost } from './keys.ts';
import type { ReleaseCoverageRow } from './tables.ts';

/** Undefined fields keep their values. */
export type CoverageDetails = {
  [K in 'title' | 'outlet' | 'published_on' | 'note']?: string | null | undefined;
};

/** An article of a linked outlet became coverage, or no longer is. */
export const coverageChanged = defineEvent<{
  companyId: string;
  releaseId: number;
  mediaId: number;
  url: string;
  isConfirmed: boolean;
}>('coverage.changed');

export interface NotedCoverage extends WhichCoverage {
  url: string;
  details: CoverageDetails;
  mediaId: number | null;
  /** Name of the outlet for an article that isn't known yet. */
  outlet: string | null;
}

/** The same address again changes its details and confirms it. Throws NOT_FOUND and `plan_limit`. */
export const noteCoverage = defineWrite(
  'coverage.note',
  async (tx: Tx, { url, details, mediaId, outlet, ...release }: NotedCoverage): Promise<Coverage> => {
    await lockRelease(tx, release);
    const known = await findByUrl(tx, release.releaseId, url);
    if (known) {
      const media_id = known.media_id ?? mediaId;
      return await changeRow(tx, known, { ...pickGiven(details), media_id, state: 'confirmed' });
    }
    if ((await countRowsOf(tx, release.releaseId)) >= COVERAGE_MAX)
      throw createReasonError('plan_limit', { message: `A release has at most ${COVERAGE_MAX} articles of coverage` });
    const noted = { ...EMPTY, outlet, ...pickGiven(details), url, media_id: mediaId };
    return await insertRow(tx, { ...release, row: { ...noted, origin: 'noted', state: 'confirmed' } });
  },
);

export interface Placement extends WhichCoverage {
  url: string;
  mediaId: number | null;
  outlet: string | null;
}

/** Adds the article that a member recorded at an email. Does nothing without a web address, or for a release that is gone or full. */
export async function recordPlacement(tx: Tx, placement: Placement): Promise<void> {
  const { companyId, releaseId, url } = placement;
  if (readHost(url) === null) return;
  if (!(await selectOwnRelease(tx, placement).executeTakeFirst())) return;
  const isKnown = (await findByUrl(tx, releaseId, url)) !== undefined;
  if (!isKnown && (await countRowsOf(tx, releaseId)) >= COVERAGE_MAX) return;
  const { mediaId, outlet } = placement;
  await noteCoverage.run(tx, { companyId, releaseId, url, mediaId, outlet, details: {} });
}

export interface CoverageChange extends WhichCoverage {
  id: number;
  details: CoverageDetails;
  state: CoverageState | undefined;
  /** Set if it has none; null: there is no such outlet. */
  mediaId: number | null;
}

/** Throws NOT_FOUND. */
export const updateCoverage = defineWrite(
  'coverage.update',
  async (tx: Tx, { id, details, state, mediaId, ...release }: CoverageChange): Promise<Coverage> => {
    await lockRelease(tx, release);
    const row = await findCoverage(tx.db, { ...release, id });
    if (!row) throw createCoverageMissingError();
    const media_id = row.media_id ?? mediaId;
    return await changeRow(tx, row, { ...pickGiven(details), media_id, ...(state === undefined ? {} : { state }) });
  },
);

/** Throws NOT_FOUND. */
export const deleteCoverage = defineWrite(
  'coverage.delete',
  async (tx: Tx, { id, ...release }: WhichCoverage & { id: number }): Promise<void> => {
    await lockRelease(tx, release);
    const row = await findCoverage(tx.db, { ...release, id });
    if (!row) throw createCoverageMissingError();
    await tx.db.deleteFrom('release_coverage').where('id', '=', id).execute();
    await tellChange(tx, { ...row, state: 'dismissed' });
  },
);

export interface SuggestedCoverage extends WhichCoverage {
  url: string;
  title: string;
  outlet: string | null;
  publishedOn: string;
}

/** Leaves known articles as they are. A release that was deleted meanwhile gets none. */
export const suggestCoverage = defineWrite(
  'coverage.suggest',
  async (tx: Tx, { companyId, releaseId, url, title, outlet, publishedOn }: SuggestedCoverage): Promise<void> => {
    const release = { companyId, releaseId };
    if (!(await selectOwnRelease(tx, release).executeTakeFirst())) return;
    if (await findByUrl(tx, releaseId, url)) return;
    if ((await countRowsOf(tx, releaseId)) >= SUGGESTED_MAX) return;
    const details = { title, outlet, published_on: publishedOn, note: null, media_id: null };
    await insertRow(tx, { ...release, row: { url, ...details, origin: 'found', state: 'suggested' } });
  },
);

/** Lines of the feed up to this one have been compared. */
export const finishScan = defineWrite('coverage.finishScan', async (tx: Tx, { last }: { last: number }) => {
  await tx.db.updateTable('coverage_scan').set({ number: last }).where('number', '<', last).execute();
});

const EMPTY = { title: null, outlet: null, published_on: null, note: null };

const pickGiven = (details: CoverageDetails): { [K in keyof CoverageDetails]: string | null } =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));

/** Held until the end of the write: nobody adds to it or deletes it meanwhile. */
const selectOwnRelease = (tx: Tx, { companyId, releaseId }: WhichCoverage) =>
  lockRows(
    tx,
    tx.db.selectFrom('press_releases').select('id').where('company_id', '=', companyId).where('id', '=', releaseId),
  );

async function lockRelease(tx: Tx, release: WhichCoverage): Promise<void> {
  if (!(await selectOwnRelease(tx, release).executeTakeFirst())) throw createReleaseMissingError();
}

const findByUrl = ({ db }: Tx, releaseId: number, url: string): Promise<Coverage | undefined> =>
  db
    .selectFrom('release_coverage')
    .selectAll()
    .where('release_id', '=', releaseId)
    .where('url_key', '=', buildCoverageKey(url))
    .executeTakeFirst();

async function countRowsOf({ db }: Tx, releaseId: number): Promise<number> {
  const rows = db.selectFrom('release_coverage').select(countRows().as('count')).where('release_id', '=', releaseId);
  return (await rows.executeTakeFirstOrThrow()).count;
}

type Row = Omit<ReleaseCoverageRow, 'id' | 'company_id' | 'release_id' | 'url_key' | 'created_at' | 'updated_at'>;

async function insertRow(tx: Tx, input: WhichCoverage & { row: Row }): Promise<Coverage> {
  const { db, nowMs } = tx;
  const { companyId: company_id, releaseId: release_id, row } = input;
  const facts = { company_id, release_id, url_key: buildCoverageKey(row.url), created_at: nowMs, updated_at: nowMs };
  const inserted = await db
    .insertInto('release_coverage')
    .values({ ...row, ...facts })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (inserted.state === 'confirmed') await tellChange(tx, inserted);
  return inserted;
}

async function changeRow(tx: Tx, { id, state }: Coverage, changes: Partial<Row>): Promise<Coverage> {
  const changed = await tx.db
    .updateTable('release_coverage')
    .set({ ...changes, updated_at: tx.nowMs })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changed.state !== state) await tellChange(tx, changed);
  return changed;
}

async function tellChange(tx: Tx, { company_id, release_id, media_id: mediaId, url, state }: Coverage): Promise<void> {
  if (mediaId === null) return;
  const isConfirmed = state === 'confirmed';
  await tx.tell(coverageChanged, { companyId: company_id, releaseId: release_id, mediaId, url, isConfirmed });
}
