/** Error texts in other words than those of the knowledge base: is the right fix among the first three? */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Search } from '../../src/fixes/search/search.ts';
import { dailyEngines } from '../harness/databases.ts';
import { type FixesWorld, openFixesWorld, seed } from './world.ts';

interface Case {
  text: string;
  fix: string;
}

const cases: Case[] = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));

/** The share of the cases whose fix is among the first `places`. */
async function shareFound(search: Search, some: readonly Case[], places: number): Promise<number> {
  let found = 0;
  for (const { text, fix } of some) {
    const results = await search.find(text, places);
    if (results.some((result) => result.fix.id === fix)) found++;
  }
  return found / some.length;
}

const isEastern = ({ text }: Case): boolean => /[\u3040-\u30ff\u4e00-\u9fff]{2}/u.test(text);
const isJapanese = (one: Case): boolean => isEastern(one) && /[\u3040-\u30ff]/u.test(one.text);

describe.each(dailyEngines(import.meta.url))('searching on %s', (engine) => {
  let world: FixesWorld;
  let search: Search;
  beforeAll(async () => {
    world = await openFixesWorld(engine);
    await seed(world);
    search = new Search(world.database.db, engine);
  });
  afterAll(() => world.close());

  it('finds the right fix among the first three for nine of ten texts', async () => {
    expect(cases.length).toBeGreaterThanOrEqual(100);
    expect(await shareFound(search, cases, 3)).toBeGreaterThanOrEqual(0.9);
  });

  it('does so in each language', async () => {
    const japanese = cases.filter(isJapanese);
    const chinese = cases.filter((one) => isEastern(one) && !isJapanese(one));
    expect(japanese.length).toBeGreaterThanOrEqual(20);
    expect(chinese.length).toBeGreaterThanOrEqual(20);
    expect(await shareFound(search, japanese, 3)).toBeGreaterThanOrEqual(0.9);
    expect(await shareFound(search, chinese, 3)).toBeGreaterThanOrEqual(0.9);
  });

  it.each([
    'how do I bake bread with sourdough',
    'write a poem about the sea',
    'my cat is sick and does not eat',
    'blender render is black',
    '今日の東京の天気を教えてください',
    '美味しいラーメンの作り方',
    '帮我写一首关于春天的诗',
    '如何做红烧肉',
    'エラー',
    'help me',
  ])('finds nothing for what is no known error: %s', async (text) => {
    expect(await search.find(text, 3)).toEqual([]);
  });

  it.each([
    ['ECONNREFUSED', 'node-econnrefused'],
    ['connect ECONNREFUSED', 'node-econnrefused'],
    ['self-signed certificate', 'tls-self-signed'],
    ['self signed certificate', 'tls-self-signed'],
    ['self-signed certificate in certificate chain', 'tls-self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN behind a company proxy', 'tls-self-signed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-self-signed'],
    ['自己署名証明書', 'tls-self-signed'],
    ['自签名证书', 'tls-self-signed'],
    ['error: self signed certificate when calling https://intranet', 'tls-self-signed'],
    ['fetch failed ECONNREFUSED', 'node-econnrefused'],
    ['curl: (60) SSL certificate problem: self-signed certificate', 'tls-self-signed'],
    ['npm ERR! code SELF_SIGNED_CERT_IN_CHAIN', 'tls-self-signed'],
  ])('puts the one for %s first', async (text, fix) => {
    const results = await search.find(text, 3);
    expect(results.map((result) => result.fix.id)[0]).toBe(fix);
  });

  it('puts it first for most', async () => {
    expect(await shareFound(search, cases, 1)).toBeGreaterThanOrEqual(0.75);
  });
});
