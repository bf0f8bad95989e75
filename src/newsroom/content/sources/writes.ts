/** The registry and what each run leaves in it. */
import { formatDay } from '../../../database/clock.ts';
import { definePurge, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { type AuditActor, audit } from '../../../ledger/audit.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { type CollectedText, landArticle } from '../articles/collected-writes.ts';
import type { Source, SourceHourRow } from './tables.ts';
import type { FetchFault, SourceModule, SourceStatus } from './types.ts';

/** A module as data. */
export type NewSource = Omit<SourceModule, 'readEntry' | 'articleType'>;

/** Adds those that the registry lacks; what an operator has changed of the others stays. */
export const registerSources = defineWrite('sources.register', async ({ db, nowMs }: Tx, sources: NewSource[]) => {
  for (const source of sources) {
    await db
      .insertInto('sources')
      .values({
        source_type: source.type,
        name: source.name,
        country: source.country,
        language: source.language,
        homepage_url: source.homepageUrl,
        feed_url: source.feedUrl,
        method: source.method,
        status: source.status,
        interval_minutes: source.intervalMinutes,
        body_policy: source.bodyPolicy,
        terms_note: source.termsNote,
        notes: '',
        owner: null,
        tags: '[]',
        updated_at: nowMs,
      })
      .onConflict((conflict) => conflict.column('source_type').doNothing())
      .execute();
  }
  return null;
});

export interface SourceChanges {
  name?: string;
  country?: string | null;
  language?: string | null;
  homepage_url?: string | null;
  feed_url?: string | null;
  status?: SourceStatus;
  interval_minutes?: number;
  notes?: string;
  owner?: string | null;
  /** JSON array. */
  tags?: string;
  terms_note?: string;
}

/** Stores an operator's notes about a source; they change nothing that runs. Throws NOT_FOUND. */
export const updateSource = defineWrite(
  'sources.update',
  async (tx: Tx, { type, changes, ...who }: AuditActor & { type: string; changes: SourceChanges }): Promise<null> => {
    const { numUpdatedRows } = await tx.db
      .updateTable('sources')
      .set({ ...changes, updated_at: tx.nowMs })
      .where('source_type', '=', type)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw createSourceMissingError();
    await audit(tx, { ...who, action: 'source.update', subject: type, details: { ...changes } });
    return null;
  },
);

export const createSourceMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Source not found' });

/** A run of these was asked for by hand. */
export const askForSources = defineWrite('sources.ask', async ({ db, nowMs }: Tx, types: readonly string[]) => {
  if (types.length > 0)
    await db.updateTable('sources').set({ asked_at: nowMs }).where('source_type', 'in', types).execute();
  return null;
});

export interface LandArticles {
  type: string;
  /** A few: their texts are compared and stored in one write. */
  articles: readonly CollectedText[];
  zone: string;
}

/** Returns the number of new articles. */
export const landArticles = defineWrite(
  'sources.land',
  async (tx: Tx, { type, articles, zone }: LandArticles): Promise<number> => {
    let landed = 0;
    for (const article of articles) if ((await landArticle(tx, article)) === 'new') landed++;
    if (landed === 0) return 0;
    await tx.db.updateTable('sources').set({ last_item_at: tx.nowMs }).where('source_type', '=', type).execute();
    await addToHour(tx, type, zone, { landed });
    return landed;
  },
);

interface Run {
  type: string;
  jobId: string;
  zone: string;
}

export interface SucceededRun extends Run {
  /** Null: nothing has changed since the last answer. */
  answer: {
    url: string;
    etag: string | null;
    lastModified: string | null;
    entries: number;
    titles: number;
    bodies: number;
    emails: number;
  } | null;
}

export const recordSuccess = defineWrite('sources.succeed', async (tx: Tx, run: SucceededRun): Promise<null> => {
  const { answer } = run;
  const { entries = 0, titles = 0, bodies = 0, emails = 0 } = answer ?? {};
  await endRun(tx, run, {
    last_success_at: tx.nowMs,
    consecutive_failures: 0,
    ...{ fault: null, fault_status: null, fault_message: null, fault_at: null, retry_at: null },
    robots: 'allowed',
    ...(answer === null
      ? {}
      : {
          fetched_url: answer.url,
          etag: answer.etag,
          last_modified: answer.lastModified,
          ...{ fill_title: titles / entries, fill_body: bodies / entries, fill_email: emails / entries },
        }),
  });
  await addToHour(tx, run.type, run.zone, { entries, titles, bodies, emails });
  return null;
});

export interface FailedRun extends Run {
  fault: FetchFault;
  httpStatus: number | null;
  message: string;
  /** What the source has asked for. */
  retryAfterMs: number | null;
}

const FIRST_WAIT_MS = 60_000;
/** The longest that a source is left alone for. */
export const WAIT_MS_MAX = 6 * 3_600_000;
const ERRORS_KEPT = 20;

export const recordFailure = defineWrite('sources.fail', async (tx: Tx, run: FailedRun): Promise<null> => {
  const { db, nowMs } = tx;
  const { type, fault, httpStatus: http_status, message } = run;
  const row = await db.selectFrom('sources').selectAll().where('source_type', '=', type).executeTakeFirstOrThrow();
  const isRefused = fault === 'rate_limited';
  const failures = row.consecutive_failures + (isRefused ? 0 : 1);
  await endRun(tx, run, {
    consecutive_failures: failures,
    ...{ fault, fault_status: http_status, fault_message: message, fault_at: nowMs },
    retry_at: isRefused || run.retryAfterMs ? nowMs + chooseWait(row, run) : null,
    ...(fault === 'robots' ? { robots: 'disallowed' as const } : {}),
  });
  await db.insertInto('source_errors').values({ source_type: type, at: nowMs, fault, http_status, message }).execute();
  const query = db.selectFrom('source_errors').select('id').where('source_type', '=', type);
  const oldest = await query.orderBy('id', 'desc').offset(ERRORS_KEPT).limit(1).executeTakeFirst();
  if (oldest)
    await db.deleteFrom('source_errors').where('source_type', '=', type).where('id', '<=', oldest.id).execute();
  await addToHour(tx, type, run.zone, { errors: 1 });
  return null;
});

/** Twice as long each time, and never shorter than the source asks for. */
function chooseWait({ fault, fault_at, retry_at }: Source, { retryAfterMs }: FailedRun): number {
  const lastMs = fault === 'rate_limited' && fault_at !== null && retry_at !== null ? retry_at - fault_at : 0;
  return Math.min(Math.max(FIRST_WAIT_MS, 2 * lastMs, retryAfterMs ?? 0), WAIT_MS_MAX);
}

async function endRun({ db, nowMs }: Tx, { type, jobId }: Run, changes: Partial<Source>): Promise<void> {
  await db
    .updateTable('sources')
    .set((eb) => ({
      ...changes,
      last_run_at: nowMs,
      last_job_id: jobId,
      first_run_at: eb.fn.coalesce('first_run_at', eb.val(nowMs)),
    }))
    .where('source_type', '=', type)
    .execute();
}

type Counts = Omit<SourceHourRow, 'source_type' | 'day' | 'hour'>;

const NOTHING: Counts = { landed: 0, errors: 0, entries: 0, titles: 0, bodies: 0, emails: 0 };

async function addToHour({ db, nowMs }: Tx, type: string, zone: string, more: Partial<Counts>): Promise<void> {
  const [day = '', time = ''] = formatZonedTime(nowMs, zone).split('T');
  const counts = { ...NOTHING, ...more };
  await db
    .insertInto('source_hours')
    .values({ source_type: type, day, hour: Number(time.slice(0, 2)), ...counts })
    .onConflict((conflict) =>
      conflict.columns(['source_type', 'day', 'hour']).doUpdateSet((eb) => ({
        landed: eb('source_hours.landed', '+', counts.landed),
        errors: eb('source_hours.errors', '+', counts.errors),
        entries: eb('source_hours.entries', '+', counts.entries),
        titles: eb('source_hours.titles', '+', counts.titles),
        bodies: eb('source_hours.bodies', '+', counts.bodies),
        emails: eb('source_hours.emails', '+', counts.emails),
      })),
    )
    .execute();
}

/** Longer than anything is computed from. */
const KEPT_MS = 60 * 86_400_000;
const PURGE_MAX = 500;

export const purgeSourceHours = definePurge('source_hours', async ({ db, nowMs }) => {
  const before = formatDay(nowMs - KEPT_MS);
  const old = db.selectFrom('source_hours').select(['source_type', 'day', 'hour']).where('day', '<', before);
  const rows = await old.limit(PURGE_MAX).execute();
  for (const { source_type, day, hour } of rows) {
    const own = db.deleteFrom('source_hours').where('source_type', '=', source_type);
    await own.where('day', '=', day).where('hour', '=', hour).execute();
  }
  return rows.length;
});
