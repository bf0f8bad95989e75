/** Fixes that ship with the product: complete and without duplicates. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { computeBuckets, computeResemblance, SAME_FROM } from '../../../src/fixes/search/near-duplicates.ts';
import { diagnoseByRules } from '../../../src/fixes/search/rules.ts';
import { readKnowledge } from '../../../src/fixes/shipped/knowledge.ts';
import { buildShippedFix, buildShippedKnowledge } from '../../../src/fixes/shipped/shipped.ts';
import { openShippedKnowledge, writeShippedKnowledge } from '../../../src/fixes/shipped/shipped-files.ts';

const folder = new URL('../../../src/fixes/knowledge', import.meta.url).pathname;
const fixes = await readKnowledge(folder);

/** Those that stand there more than once. */
const repeated = (texts: readonly string[]): string[] => texts.filter((text, at) => texts.indexOf(text) !== at);

describe('the knowledge base', () => {
  it('has many fixes, in three languages', () => {
    expect(fixes.length).toBeGreaterThanOrEqual(120);
    const symptoms = fixes.flatMap((fix) => fix.symptoms);
    expect(symptoms.filter((text) => /[\u3040-\u30ff]/u.test(text)).length).toBeGreaterThan(80);
    expect(symptoms.filter((text) => /^[^\u3040-\u30ff]*[\u4e00-\u9fff]/u.test(text)).length).toBeGreaterThan(60);
  });

  it('has every title and every remedy once', () => {
    expect(repeated(fixes.map(({ title }) => title.toLowerCase()))).toEqual([]);
    expect(repeated(fixes.map(({ steps }) => steps.join('\n')))).toEqual([]);
    expect(repeated(fixes.map(({ cause }) => cause))).toEqual([]);
    for (const { id, symptoms, steps, tags } of fixes) {
      expect.soft(repeated(symptoms), id).toEqual([]);
      expect.soft(repeated(steps), id).toEqual([]);
      expect.soft(repeated(tags), id).toEqual([]);
    }
  });

  it('says in each how to see that it worked and what it holds for', () => {
    const short = fixes.filter(
      ({ cause, verify, steps }) => cause.length < 40 || verify.length < 12 || steps.length < 2,
    );
    expect(short.map(({ id }) => id)).toEqual([]);
  });

  it('has no two fixes that the database would take for one', () => {
    const shipped = fixes.map((fix) => buildShippedFix(fix).fix);
    const alike = shipped.flatMap((one, at) =>
      shipped
        .slice(at + 1)
        .flatMap((other) => (computeResemblance(one.fix, other.fix) >= SAME_FROM ? [`${one.id} ${other.id}`] : [])),
    );
    expect(alike).toEqual([]);
  });
});

describe('reading it', () => {
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true }))));

  async function folderWith(files: Record<string, unknown>): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'farebox-knowledge-'));
    made.push(path);
    for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), JSON.stringify(content));
    return path;
  }

  const fix = {
    id: 'a-fix',
    title: 'A title',
    symptoms: ['an error', 'another'],
    cause: 'A cause',
    steps: ['A step'],
    verify: 'It works',
    versions: 'All',
    tags: ['tag'],
  };

  it('names the file of what does not fit', async () => {
    const wrong = { ...fix, steps: [] };
    await expect(readKnowledge(await folderWith({ 'a.json': { subject: 'A', fixes: [wrong] } }))).rejects.toThrow(
      /a\.json: fixes\.0\.steps/,
    );
    const more = { ...fix, note: 'unknown' };
    await expect(readKnowledge(await folderWith({ 'a.json': { subject: 'A', fixes: [more] } }))).rejects.toThrow(
      /a\.json/,
    );
  });

  it('takes no id twice, in one file or in two', async () => {
    const twice = { 'a.json': { subject: 'A', fixes: [fix] }, 'b.json': { subject: 'B', fixes: [fix] } };
    await expect(readKnowledge(await folderWith(twice))).rejects.toThrow('b.json: the fix a-fix stands there twice');
  });
});

describe('what the build makes of it', () => {
  const folder = join(tmpdir(), `farebox-shipped-${process.pid}`);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is read as it was written, and nothing else is left there', async () => {
    const shipped = buildShippedKnowledge(fixes.slice(0, 12));
    await writeShippedKnowledge(join(folder, 'made'), shipped);
    const opened = await openShippedKnowledge(join(folder, 'made'));
    expect(opened.digests).toEqual(shipped.digests);
    const read: unknown[] = [];
    for await (const fix of opened.readFixes()) read.push(fix);
    expect(read).toEqual(shipped.readFixes());
    expect((await readdir(join(folder, 'made'))).sort()).toEqual(['digests.json', 'fixes.jsonl']);
  });

  it('has another digest when a fix is indexed otherwise', () => {
    const [fix] = fixes;
    if (!fix) throw new Error('There are fixes.');
    const { digests } = buildShippedKnowledge([fix]);
    expect(buildShippedKnowledge([{ ...fix, tags: [...fix.tags, 'zibbel'] }]).digests[fix.id]).not.toBe(
      digests[fix.id],
    );
    expect(buildShippedKnowledge([fix]).digests).toEqual(digests);
  });

  it('is missed by name where nothing was built', async () => {
    await expect(openShippedKnowledge(join(folder, 'none'))).rejects.toThrow('digests.json');
  });
});

describe('near-duplicates', () => {
  const text =
    'Open the settings of the router, look for the option that isolates wireless clients, switch it off, restart the access point and connect both devices again.';

  it('share bands and resemble each other when a few words differ', () => {
    const other = text.replace('wireless', 'WLAN').replace('again.', 'once more!');
    const shared = computeBuckets(text).filter((band) => computeBuckets(other).includes(band));
    expect(shared.length).toBeGreaterThan(0);
    expect(computeResemblance(text, other)).toBeGreaterThanOrEqual(SAME_FROM);
  });

  it('are none when the words are others', () => {
    const other =
      'Delete the folder with the package cache, install everything anew and commit the lock file that comes out.';
    expect(computeBuckets(text).filter((band) => computeBuckets(other).includes(band))).toEqual([]);
    expect(computeResemblance(text, other)).toBeLessThan(0.2);
  });
});

describe('rules', () => {
  it.each([
    ['HTTP 429 from a vendor that nobody has heard of', /limits how often/],
    ['upstream says 503', /overloaded or down/],
    ['x509: certificate signed by unknown authority', /certificate/i],
    ['証明書のエラーになる', /certificate/i],
    ['磁盘空间不足', /disk is full/],
    ['connect: connection refused', /Nobody listens/],
  ])('say what kind of failure %s is, without steps', (text, summary) => {
    const diagnosis = diagnoseByRules(text);
    expect(diagnosis?.summary).toMatch(summary);
    expect(diagnosis).toMatchObject({ steps: [], source: 'rules' });
  });

  it('say nothing about what they do not know', () => {
    expect(diagnoseByRules('the sea is blue today')).toBeNull();
  });
});
