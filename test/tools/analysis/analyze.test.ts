import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { releases } from '../../newsroom/quality-texts.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';

const LIMIT = 5;
const SHORT = 'Studio launches Kiro\n\nStudio will launch Kiro on December 1, 2026. It costs 300 dollars a month.';

describe.each(engines)('analyses on %s', (engine) => {
  let room: Newsroom;
  let ada: Person;
  beforeAll(async () => {
    room = await openNewsroom(engine, { env: { PLAN_LIMITS: `{"free":{"analyses":${LIMIT}}}` } });
    ada = await room.signIn('ada@analysis.example');
  });
  afterAll(() => room.stop());

  const analyze = (body: unknown, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
    room.ask('POST', '/api/analyze', { key, body, headers });
  const createKey = async ({ token }: Person): Promise<string> =>
    String((await room.ask('POST', '/auth/api-keys', { key: token, body: {} })).body.key);
  const countUsed = async (key: string): Promise<unknown> =>
    (await room.ask('GET', '/api/usage', { key })).body.analyses_used;

  it('analyses, keeps, lists and counts', async () => {
    const text = releases[0]?.ja ?? '';
    const key = await createKey(ada);
    const full = await analyze({ content: text, url: 'https://press.example/1' }, key);
    expect(full).toMatchObject({
      status: 200,
      body: {
        company_id: ada.companyId,
        mode: 'optimize',
        status: 'completed',
        source: { kind: 'text', url: 'https://press.example/1', fetched_at: null, truncated: false },
        text,
        language: 'ja',
        engine: 'rules',
        degraded_reason: 'no_llm_configured',
        published: null,
        feedback_summary: { up: 0, down: 0 },
      },
    });
    expect(full.body.id).toBe(full.body.result_id);
    const characters = [...text];
    for (const { text: name, spans } of listOf(full.body.entities)) {
      const [start, end] = Array.isArray(spans) ? spans[0] : [];
      expect(characters.slice(start, end).join('')).toBe(name);
    }
    expect((await room.ask('GET', `/api/results/${full.body.id}`, { key: ada.token })).text).toBe(full.text);

    const facts = await analyze({ content: SHORT, mode: 'facts' }, ada.token);
    expect(facts.body).toMatchObject({ mode: 'facts', nq: null, nq_score: null, optimized: null, summary: null });
    const score = await analyze({ content: SHORT, mode: 'score' }, ada.token);
    expect(score.body).toMatchObject({ mode: 'score', facts: null, entities: [], json_ld: null, optimized: null });

    const first = await room.ask('GET', '/api/results?limit=2', { key });
    expect(listOf(first.body.items).map(({ result_id }) => result_id)).toEqual([score.body.id, facts.body.id]);
    expect(first.body.has_more).toBe(true);
    const rest = await room.ask('GET', `/api/results?limit=2&cursor=${first.body.next_cursor}`, { key });
    expect(rest.body).toMatchObject({
      items: [{ id: full.body.id, language: 'ja' }],
      next_cursor: null,
      has_more: false,
    });
    expect(await room.ask('GET', '/api/results?cursor=x', { key })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });

    const usage = await room.ask('GET', '/api/usage', { key });
    expect(usage.body).toMatchObject({
      analyses_used: 3,
      analyses_limit: LIMIT,
      analyses_remaining: LIMIT - 3,
      by_mode: { optimize: 1, facts: 1, score: 1 },
      uncounted: { company_scan: 0, health_report: 0 },
      tokens: { input: 0, output: 0 },
    });
    expect(listOf(usage.body.daily).reduce((sum, { analyses }) => sum + Number(analyses), 0)).toBe(3);
    expect((await room.ask('GET', '/auth/me', { key })).body.usage).toEqual(usage.body);
  });

  it('refuses what is not a text, and takes no unit for it', async () => {
    const { token } = await room.signIn('bad@analysis.example');
    for (const body of [{}, { content: null }, { content: ' \n', url: '' }]) {
      expect(await analyze(body, token)).toMatchObject({ status: 400, body: { code: 'no_input' } });
    }
    expect(await analyze({ content: '1 2 3…' }, token)).toMatchObject({ status: 400, body: { code: 'empty_text' } });
    const mode = await analyze({ content: SHORT, mode: 'all' }, token);
    expect(mode).toMatchObject({ status: 400, body: { detail: 'mode must be one of: optimize, score, facts' } });
    expect((await analyze({ content: 7, mode: null }, token)).text).toBe(
      '{"detail":[{"type":"string_type","loc":["body","content"],"msg":"Input should be a valid string","input":7},' +
        '{"type":"string_type","loc":["body","mode"],"msg":"Input should be a valid string","input":null}]}',
    );
    expect((await room.ask('POST', '/api/analyze', { body: '{' })).status).toBe(401);
    const rating = await room.ask('POST', '/api/feedback', { key: token, body: { result_id: 'res_1', rating: 0 } });
    expect(rating.text).toBe(
      '{"detail":[{"type":"literal_error","loc":["body","rating"],"msg":"Input should be 1 or -1","input":0,"ctx":{"expected":"1 or -1"}}]}',
    );
    expect(await countUsed(token)).toBe(0);
  });

  it('gives the last unit to one of many', async () => {
    const person = await room.signIn('many@analysis.example');
    const keys = [person.token, await createKey(person)];
    for (let i = 1; i < LIMIT; i++) expect((await analyze({ content: SHORT }, person.token)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => analyze({ content: `${SHORT} ${i}` }, keys[i % 2] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body).toMatchObject({
      detail: 'Monthly analysis quota exceeded',
      code: 'quota_exceeded',
      limit: LIMIT,
      used: LIMIT,
    });
    expect(String(refused[0]?.body.resets_at)).toMatch(/-01T00:00:00\+09:00$/);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await countUsed(person.token)).toBe(LIMIT);
    const { body } = await room.ask('GET', '/api/results?limit=100', { key: person.token });
    expect(listOf(body.items)).toHaveLength(LIMIT);
  });

  it('waits for units that running analyses may give back', async () => {
    const person = await room.signIn('held@analysis.example');
    for (let i = 1; i < LIMIT; i++) expect((await analyze({ content: SHORT }, person.token)).status).toBe(200);
    // They take a unit and fail: the text is too long once it is normalized.
    const failing = Array.from({ length: 8 }, () => analyze({ content: '\ufdfa '.repeat(15_000) }, person.token));
    const answers = await Promise.all([...failing, analyze({ content: SHORT }, person.token)]);
    const last = answers.pop();
    expect(last?.status).toBe(200);
    // Whoever comes when it has the last unit is told so.
    expect(answers.filter(({ status }) => status !== 413 && status !== 429)).toEqual([]);
    expect(answers.map(({ status }) => status)).toContain(413);
    expect(await countUsed(person.token)).toBe(LIMIT);
  });

  it('does one analysis for each idempotency key, with a session and with a key', async () => {
    const person = await room.signIn('once@analysis.example');
    for (const [used, key] of [person.token, await createKey(person)].entries()) {
      const once = (content: string): Promise<Answer> => analyze({ content }, key, { 'idempotency-key': 'one' });
      const both = await Promise.all([once(SHORT), once(SHORT), once(SHORT)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(both.map(({ text }) => text)).size).toBe(1);
      const again = await once(SHORT);
      expect(again.text).toBe(both[0]?.text);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await once(`${SHORT}!`)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
      expect(await countUsed(key)).toBe(used + 1);
    }
  });

  it('takes feedback, one of each member, and shows it to their company', async () => {
    const person = await room.signIn('thumbs@analysis.example');
    const { body: result } = await analyze({ content: SHORT }, person.token);
    const rate = (rating: number, comment?: string): Promise<Answer> =>
      room.ask('POST', '/api/feedback', { key: person.token, body: { result_id: result.id, rating, comment } });
    const up = await rate(1, '良い');
    expect(up).toMatchObject({ status: 200, body: { rating: 1, comment: '良い', user: { email: person.email } } });
    const down = await rate(-1);
    expect(down.body).toMatchObject({ id: up.body.id, rating: -1, comment: '' });
    const list = await room.ask('GET', `/api/results/${result.id}/feedback`, { key: person.token });
    expect(list.body).toEqual({ items: [down.body], total: 1, summary: { up: 0, down: 1 } });
    const read = await room.ask('GET', `/api/results/${result.id}`, { key: person.token });
    expect(read.body.feedback_summary).toEqual({ up: 0, down: 1 });
  });

  it('publishes in the feed of this server where nothing else is set up', async () => {
    const person = await room.signIn('local@analysis.example');
    const { body: result } = await analyze({ content: SHORT }, person.token);
    const publish = (): Promise<Answer> =>
      room.ask('POST', '/api/publish-to-aeo', { key: person.token, body: { result_id: result.id } });
    const note = 'AEO_API_URL is not set: published in this feed only';
    const { body } = await publish();
    expect(body).toMatchObject({ status: 'published', target: 'local', attempts: 0, error: null, note });
    expect((await publish()).body).toMatchObject({ status: 'skipped', article_id: body.article_id, seq: body.seq });
  });

  it('tells another company’s result from none at all by nothing', async () => {
    const [owner, other] = [await room.signIn('mine@analysis.example'), await room.signIn('other@analysis.example')];
    const { body } = await analyze({ content: SHORT }, owner.token);
    const absent = 'res_0000000000000000000000A';
    const askFor = async (id: unknown): Promise<string[]> => {
      const options = { key: other.token };
      const answers = await Promise.all([
        room.ask('GET', `/api/results/${id}`, options),
        room.ask('GET', `/api/results/${id}/feedback`, options),
        room.ask('POST', '/api/feedback', { ...options, body: { result_id: id, rating: 1 } }),
      ]);
      return answers.map(({ status, text }) => `${status} ${text}`);
    };
    const refusals = await askFor(body.id);
    expect(refusals).toEqual(await askFor(absent));
    expect(new Set(refusals)).toEqual(new Set(['404 {"detail":"Result not found"}']));
    expect((await room.ask('GET', '/api/results', { key: other.token })).body.items).toEqual([]);
    expect(memberOf(body, 'company_id')).toBe(owner.companyId);
  });
});
