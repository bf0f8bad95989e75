/** Sandbox answers use today's date and are otherwise the same for the same input. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let farebox: Farebox;
let key = '';
beforeAll(async () => {
  farebox = await startFarebox();
  key = (await farebox.account('test')).apiKey;
});
afterAll(() => farebox?.stop());

const post = async (path: string, body: object) => (await farebox.request('POST', path, { key, body })).body;

/** Milliseconds since then. */
const ageOf = (time: unknown): number => Date.now() - Date.parse(String(time));

it('forecasts from today on', async () => {
  const { current, daily } = await post('/api/proxy/weather', { latitude: 51.5, longitude: -0.1 });
  expect(Math.abs(ageOf(Object(current).time))).toBeLessThan(HOUR_MS);
  const [first, second] = Array.isArray(daily) ? daily : [];
  expect(Math.abs(ageOf(`${first.date}T12:00:00Z`))).toBeLessThan(DAY_MS);
  expect(Date.parse(second.date) - Date.parse(first.date)).toBe(DAY_MS);
});

it('tells rates of the last working day, news of the last hours, and pages of the last days', async () => {
  const { date } = await post('/api/proxy/exchange-rate', { from: 'USD', to: 'EUR' });
  expect(ageOf(date)).toBeGreaterThan(0);
  expect(ageOf(date)).toBeLessThan(5 * DAY_MS);
  const { articles } = await post('/api/proxy/news-feed', { mode: 'headlines', country: 'us' });
  const [article] = Array.isArray(articles) ? articles : [];
  expect(ageOf(article.publishedAt)).toBeGreaterThanOrEqual(0);
  expect(ageOf(article.publishedAt)).toBeLessThan(2 * HOUR_MS);
  const { results } = await post('/api/proxy/search-web', { query: 'night trains', type: 'news' });
  const [result] = Array.isArray(results) ? results : [];
  expect(ageOf(result.publishedAt)).toBeGreaterThan(0);
  expect(ageOf(result.publishedAt)).toBeLessThan(3 * DAY_MS);
});

it('differs from day to day in its dates alone', async () => {
  const ask = async (nowMs: number): Promise<string> => {
    const { send } = await createSandbox({ admit: () => {}, now: () => nowMs });
    const url = new URL('https://api.open-meteo.com/v1/forecast?latitude=1&longitude=2&daily=temperature_2m_max');
    const { signal } = new AbortController();
    const reply = await send({ provider: 'open-meteo', method: 'GET', url, headers: {}, signal, isGuarded: false });
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.body) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  };
  const [saturday, leapDay] = [await ask(Date.UTC(2026, 10, 21, 23, 59)), await ask(Date.UTC(2028, 1, 29, 0, 1))];
  expect(saturday).toContain('"2026-11-21T23:45"');
  expect(leapDay).toContain('"2028-02-29T00:00"');
  const withoutDates = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d(T\d\d:\d\d)?/g, 'date');
  expect(withoutDates(saturday)).toBe(withoutDates(leapDay));
});
