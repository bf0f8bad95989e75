import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releases } from '../../newsroom/quality-texts.ts';
import { listOf, memberOf, type Newsroom, openNewsroom } from '../auth/newsroom.ts';

const PATH = '/api/press-release/predict-nq';

describe('POST /api/press-release/predict-nq', () => {
  let room: Newsroom;
  let key: string;
  beforeAll(async () => {
    room = await openNewsroom('sqlite');
    const { token } = await room.signIn('writer@press.example');
    const made = await room.ask('POST', '/auth/api-keys', { key: token, body: { name: 'writer' } });
    key = String(made.body.key);
  });
  afterAll(() => room.stop());

  it.each(['ja', 'zh', 'en'] as const)('scores a release in %s, with spans that stand in it', async (language) => {
    const text = releases[0]?.[language] ?? '';
    const answer = await room.ask('POST', PATH, { key, body: { text } });
    expect(answer).toMatchObject({ status: 200, body: { language, grade: 'A', engine: 'rules', llm: null } });
    const dimensions = listOf(answer.body.dimensions);
    expect(dimensions).toHaveLength(8);
    const sum = dimensions.reduce((total, { score }) => total + Number(score), 0);
    expect(answer.body.nq_score).toBe(Number(sum.toFixed(1)));
    const characters = [...text];
    for (const { text: piece, start, end } of dimensions.flatMap(({ evidence }) => listOf(evidence))) {
      expect(characters.slice(Number(start), Number(end)).join('')).toBe(piece);
    }
    expect((await room.ask('POST', PATH, { key, body: { text } })).text).toBe(answer.text);
  });

  it('stays low for a list of words, and says so', async () => {
    const { body } = await room.ask('POST', PATH, {
      key,
      body: { text: 'AI DX 業界初 世界初 革新 最先端 無料 '.repeat(60) },
    });
    expect(Number(body.nq_score)).toBeLessThanOrEqual(40);
    expect(listOf(body.warnings).map(({ code }) => code)).toContain('keyword_list');
  });

  it('refuses what is no text, as FastAPI does', async () => {
    const blank = await room.ask('POST', PATH, { key, body: { text: ' 　\n…！' } });
    expect(blank).toMatchObject({ status: 400, body: { detail: 'The text has no words', code: 'empty_text' } });
    const missing = await room.ask('POST', PATH, { key, body: { texts: 'x' } });
    expect(missing.status).toBe(422);
    expect(missing.text).toBe(
      '{"detail":[{"type":"missing","loc":["body","text"],"msg":"Field required","input":{"texts":"x"}}]}',
    );
    const wrong = await room.ask('POST', PATH, { key, body: { text: 7 } });
    expect(wrong.text).toBe(
      '{"detail":[{"type":"string_type","loc":["body","text"],"msg":"Input should be a valid string","input":7}]}',
    );
  });

  it('refuses what is longer than a release may be, as the other operations do', async () => {
    const long = await room.ask('POST', PATH, { key, body: { text: `a${'（'.repeat(50_000)}` } });
    expect(long).toMatchObject({ status: 413, body: { detail: 'A text has at most 50000 characters.' } });
    expect((await room.ask('POST', PATH, { key, body: { text: `a${'（'.repeat(49_999)}` } })).status).toBe(200);
  });

  it('is for companies, and in every description of the server', async () => {
    expect((await room.ask('POST', PATH, { body: {} })).status).toBe(401);
    const lone = await room.ask('POST', '/api/proxy/account/create', { body: { name: 'Lone', mode: 'live' } });
    const refused = await room.ask('POST', PATH, { key: String(lone.body.apiKey), body: { text: 'x' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'no_company' } });
    const { body } = await room.ask('GET', '/openapi.json');
    expect(memberOf(memberOf(body.paths, PATH), 'post')).toBeDefined();
    expect((await room.ask('GET', '/llms-full.txt')).text).toContain(PATH);
  });
});
