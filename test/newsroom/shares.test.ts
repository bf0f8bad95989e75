/** Texts of one company don't hold up another: each has one analysis running at a time, and texts that grow are refused. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';
import { codeIn, mailsIn, waitFor } from '../harness/outbox.ts';

const PLAN_LIMITS = JSON.stringify({ free: { analyses: 1_000 } });
const LONG = 'Studio opened a workshop for paper lanterns in Osaka on 21 November 2026, and 120 people came. '.repeat(
  320,
);
const SHORT = 'Studio opens a workshop\n\nStudio opened a workshop in Osaka on 21 November 2026.';
const FLOOD = 8;

describe('texts of one company', () => {
  let database: FreshDatabase;
  let farebox: Farebox;
  let tokens: string[];

  async function signIn(email: string): Promise<string> {
    await farebox.request('POST', '/auth/send-code', { body: { email } });
    const outbox = join(database.dataDir, 'data', 'outbox');
    const code = codeIn(await waitFor(async () => (await mailsIn(outbox, email)).at(-1)));
    const body = { email, code, company_name: email };
    return String((await farebox.request('POST', '/auth/verify', { body })).body.token);
  }
  const analyze = (key: string | undefined, content: string): Promise<Answer> =>
    farebox.request('POST', '/api/analyze', { key: key ?? '', body: { content } });

  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    farebox = await startFarebox({ database, env: { PLAN_LIMITS } });
    tokens = [await signIn('a@studio.example'), await signIn('b@atelier.example')];
    // The first text of a thread loads the rules.
    await Promise.all(tokens.map((token) => analyze(token, SHORT)));
  });
  afterAll(async () => {
    await farebox.stop();
    await database.drop();
  });

  it('let the text of another company go next', async () => {
    const order: string[] = [];
    const [own, other] = tokens;
    const flood = Array.from({ length: FLOOD }, async () => {
      const { status } = await analyze(own, LONG);
      order.push(`own ${status}`);
    });
    const { status } = await analyze(other, SHORT);
    order.push(`other ${status}`);
    await Promise.all(flood);
    expect(order.indexOf('other 200')).toBeLessThan(3);
    expect(order.filter((one) => one === 'own 200')).toHaveLength(FLOOD);
  });

  it('let the PDF of another company go next', async () => {
    const [own, other] = tokens;
    const create = async (token: string | undefined, body: string): Promise<string> => {
      const company = (await farebox.request('GET', '/auth/me', { key: token ?? '' })).body.company;
      const company_id = typeof company === 'object' && company !== null && 'id' in company ? company.id : null;
      const press = { company_id, title: 'Studio opens a workshop', body };
      const reply = await farebox.request('POST', '/api/press-release', { key: token ?? '', body: press });
      return `/api/press-release/${String(reply.body.press_release_id)}/pdf`;
    };
    const [long, short] = [await create(own, LONG), await create(other, SHORT)];
    const print = async (token: string | undefined, path: string): Promise<number> =>
      (await farebox.request('GET', path, { key: token ?? '' })).status;
    await Promise.all([print(own, long), print(other, short)]);
    const order: string[] = [];
    const flood = Array.from({ length: FLOOD }, async () => {
      order.push(`own ${await print(own, long)}`);
    });
    order.push(`other ${await print(other, short)}`);
    await Promise.all(flood);
    expect(order.indexOf('other 200')).toBeLessThan(3);
    expect(order.filter((one) => one === 'own 200')).toHaveLength(FLOOD);
  });

  it('are refused where normalization makes them too long', async () => {
    const { status, text } = await analyze(tokens[0], '\ufdfa '.repeat(15_000));
    expect([status, text]).toEqual([413, expect.stringContaining('100000 characters after Unicode normalization')]);
    expect((await analyze(tokens[0], '\ufdfa '.repeat(500))).status).toBe(200);
  });
});
