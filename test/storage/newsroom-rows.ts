/** Enough rows of the newsroom that PostgreSQL has a choice between its indexes and whole tables. */
import type pg from 'pg';

/** Of each table. */
const ROWS = 10_000;

/** `n` counts the rows; a thousandth of them belongs to each company. */
const COMPANY = `'c_' || n % 1000`;
const RESULT = `'res_' || n`;

/** What tables hold that the type of a column does not tell, in SQL. */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: { id: `'c_' || n`, plan: `'free'`, plan_status: `'active'` },
  users: {},
  articles: {
    company_id: `CASE WHEN n % 2 = 0 THEN ${COMPANY} END`,
    source_type: `CASE WHEN n % 2 = 0 THEN 'result' ELSE 'prtimes' END`,
    external_id: RESULT,
    canonical_url: `'https://press.example/' || n`,
    language: `'ja'`,
    is_public: 'n % 10 / 9',
    published_at: 'n',
    analyze_due: 'CASE WHEN n % 50 = 0 THEN 1 END',
    push_due: 'CASE WHEN n % 50 = 1 THEN 1 END',
    analyzed_at: 'n',
    nq_score: 'n % 100',
    body: `repeat('x', 800)`,
  },
  article_translations: { language: `'en'` },
  article_translation_gaps: { language: `'zh'`, due: 'CASE WHEN n % 20 = 0 THEN 1 END' },
  company_glossaries: { company_id: `'c_' || n`, terms: `'{}'` },
  article_pushes: {
    state: `CASE WHEN n % 100 = 0 THEN 'waiting' ELSE 'pushed' END`,
    next_at: 'CASE WHEN n % 100 = 0 THEN n END',
    owner: `CASE WHEN n % 1000 = 0 THEN 'srv_1' END`,
    tried_at: 'n',
  },
  feed_entries: {
    language: `'ja'`,
    shop_id: 'n % 100',
    reason: `CASE WHEN n % 20 = 0 THEN 'deleted' END`,
    deleted_at: 'CASE WHEN n % 20 = 0 THEN n END',
  },
  feed_documents: { language: `'ja'`, document: `repeat('x', 800)` },
  shops: { company_id: `'c_' || n` },
  press_releases: { company_id: COMPANY, status: `'draft'`, language: `'ja'`, created_by: 'n' },
  analyses: { id: RESULT, company_id: COMPANY, source_kind: `'url'`, url: `'https://press.example/' || n` },
  analysis_feedback: { result_id: RESULT, company_id: COMPANY, rating: '1', user_id: 'n' },
  quality_opinions: { company_id: COMPANY },
  media_items: {
    email: `'m' || n || '@press.example'`,
    email_norm: `'m' || n || '@press.example'`,
    email_kind: `'desk'`,
    accepts_pitches: '1',
    profile: `repeat('x', 400)`,
    ...Object.fromEntries(['industry', 'topics', 'delivery', 'recent_articles'].map((column) => [column, `'[]'`])),
  },
  media_lists: { company_id: COMPANY, created_by: 'n' },
  media_list_members: { list_id: 'n / 5' },
  suppressions: {
    scope: `'company'`,
    company_id: COMPANY,
    reason: `'manual'`,
    address_norm: `'m' || n || '@press.example'`,
  },
  mail_items: { kind: `'campaign'`, campaign_id: 'n / 100', language: `'ja'`, status: `'sent'`, sent_at: 'n' },
  upstream_costs: { company_id: COMPANY },
  usage_days: { company_id: COMPANY, day: `'2026-11-' || n` },
  quota_months: { company_id: COMPANY, month: `'m' || n` },
  quota_calls: { company_id: COMPANY, state: `'settled'` },
  audit: {},
  finished_writes: {},
  jobs: { state: `'done'`, finished_at: 'n' },
  job_failures: {},
  source_hours: { source_type: `'s' || n % 50`, hour: 'n % 24' },
  source_errors: { source_type: `'s' || n % 50` },
};

/** Fills the tables of a migrated database, lets the planner look at them, and tells their names. */
export async function fillNewsroom(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table_name: string; column_name: string; data_type: string }>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'`,
  );
  for (const [table, wished] of Object.entries(options)) {
    const needed = rows.filter(({ table_name }) => table_name === table);
    const values = new Map(needed.map(({ column_name, data_type }) => [column_name, chooseValue(data_type)]));
    for (const [column, value] of Object.entries(wished)) values.set(column, value);
    await client.query(
      `INSERT INTO ${table} (${[...values.keys()].join(', ')})
       SELECT ${[...values.values()].join(', ')} FROM generate_series(1, ${ROWS}) AS n`,
    );
  }
  await client.query('ANALYZE');
  return Object.keys(options);
}

const chooseValue = (type: string): string => (type === 'text' ? `'x' || n` : type === 'integer' ? '0' : 'n');
