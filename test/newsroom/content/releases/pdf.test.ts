/** A release as a PDF: what is read on its pages, seen as pixels, and how large it is. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Faces } from '../../../../src/newsroom/content/releases/pdf/faces.ts';
import { breakLines } from '../../../../src/newsroom/content/releases/pdf/lines.ts';
import { createReleasePrinter } from '../../../../src/newsroom/content/releases/pdf/printer.ts';
import { renderRelease } from '../../../../src/newsroom/content/releases/pdf/render.ts';
import type { ReleaseSheet } from '../../../../src/newsroom/content/releases/pdf/types.ts';
import type { Release } from '../../../../src/newsroom/content/releases/reads.ts';
import { buildSheet } from '../../../../src/newsroom/content/releases/sheet.ts';
import { programs } from '../../../harness/programs.ts';
import { mixed } from './mixed-sheet.ts';

const PAGE_BYTES_MAX = 60_000;

/** A caller who does not leave. */
const share = { owner: 'agt_1', isPaid: false };
const waits = { share, signal: new AbortController().signal };

const blank: ReleaseSheet = {
  ...mixed,
  subtitle: null,
  dateline: null,
  company: null,
  embargo: null,
  contactInfo: null,
};

const folder = mkdtempSync(join(tmpdir(), 'farebox-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

function save(bytes: Uint8Array): string {
  const file = join(folder, 'release.pdf');
  writeFileSync(file, bytes);
  return file;
}

const readText = (program: string, bytes: Uint8Array): string =>
  execFileSync(program, ['-layout', save(bytes), '-'], { encoding: 'utf8' });

/** The first page in grey, one byte a pixel, at 2 pixels a point. */
function readPixels(
  program: string,
  bytes: Uint8Array,
): { width: number; height: number; at(x: number, y: number): number } {
  execFileSync(program, ['-gray', '-r', '144', '-singlefile', save(bytes), join(folder, 'page')]);
  const image = readFileSync(join(folder, 'page.pgm'));
  const [header = '', width = '', height = ''] =
    /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(image.toString('latin1', 0, 64)) ?? [];
  const at = (x: number, y: number): number => image[header.length + y * Number(width) + x] ?? 255;
  return { width: Number(width), height: Number(height), at };
}

/** Each word of the first page with the pixels around it, as text: `#` is ink. */
function readShapes(toText: string, toPixels: string, bytes: Uint8Array): { word: string; shape: string }[] {
  const xml = execFileSync(toText, ['-bbox', save(bytes), '-'], { encoding: 'utf8' });
  const { at } = readPixels(toPixels, bytes);
  return [...xml.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g)].map(
    ([, ...found]) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(0, 4).map((edge) => Math.round(2 * Number(edge)));
      const rows = Array.from({ length: bottom - top }, (_, y) =>
        Array.from({ length: right - left }, (__, x) => (at(left + x, top + y) < 140 ? '#' : ' ')).join(''),
      );
      return {
        word: found[4] ?? '',
        shape: rows
          .map((row) => row.trimEnd())
          .join('\n')
          .trim(),
      };
    },
  );
}

describe('a release as a PDF', () => {
  it('is small, and the same each time', async () => {
    const first = await renderRelease(mixed);
    const second = await renderRelease(mixed);
    expect(first).toMatchObject({ pages: 1, missingGlyphs: 0 });
    expect(first.bytes.byteLength).toBeLessThanOrEqual(PAGE_BYTES_MAX);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  });

  it.skipIf(!programs.pdftotext)('holds its text, headers and footers', async () => {
    const { pages, bytes } = await renderRelease({ ...mixed, body: `${mixed.body}\n\n`.repeat(4) });
    const text = readText(programs.pdftotext ?? '', bytes);
    for (const part of ['プレスリリース', '報道解禁日時：2026年11月21日 10:00', '务必', '髙橋', '①49,800円', '﨑山']) {
      expect(text).toContain(part);
    }
    expect(pages).toBeGreaterThan(1);
    expect(text.split('\f').filter((page) => page.includes('/'))).toHaveLength(pages);
    for (let page = 1; page <= pages; page++) expect(text.replace(/ /g, '')).toContain(`${page}/${pages}`);
  });

  it.skipIf(!programs.pdftotext)('has headings larger than the text, and nothing to fill in among them', async () => {
    const body = '【会社概要】\n本文です。\n【要確認：会社概要】\n【待确认：价格】';
    const { bytes } = await renderRelease({ ...blank, title: '見本', body });
    const xml = execFileSync(programs.pdftotext ?? '', ['-bbox', save(bytes), '-'], { encoding: 'utf8' });
    const measure = (words: string): number => {
      const [, top, bottom] = new RegExp(`yMin="([\\d.]+)"[^>]*yMax="([\\d.]+)">${words}`).exec(xml) ?? [];
      return Number(bottom) - Number(top);
    };
    expect(measure('【会社概要')).toBeGreaterThan(measure('本文') + 0.5);
    for (const words of ['【要確認', '【待确认']) expect(measure(words)).toBeCloseTo(measure('本文'), 1);
  });

  it.skipIf(!programs.pdftotext || !programs.pdftoppm)(
    'shows every character as ink of its own, and a box for none',
    async () => {
      const characters = [...'髙①㈱～→译务发时東京あアー、。「①℃㎡№≒ł♪✔☎★😀🎉𠮷﨑邊Жé㍿ｱ％'];
      const { bytes, missingGlyphs } = await renderRelease({
        ...blank,
        title: '見本',
        body: `□ ${characters.join(' ')} 𒀀`,
      });
      const shapes = readShapes(programs.pdftotext ?? '', programs.pdftoppm ?? '', bytes);
      const box = shapes.find(({ word }) => word === '□')?.shape;
      const faults = characters.filter((character) => {
        const shape = shapes.find(({ word }) => word.normalize('NFKC') === character.normalize('NFKC'))?.shape ?? '';
        return shape.length === 0 || !shape.includes('#') || shape === box;
      });
      expect(faults).toEqual([]);
      expect(missingGlyphs).toBe(1);
      expect(shapes.filter(({ word }) => word === '□')).toHaveLength(2);
    },
  );
});

describe.skipIf(!programs.pdftotext)('text copied out of a release', () => {
  /** Without the marks that pdftotext puts around runs from right to left. */
  async function copy(body: string, language: ReleaseSheet['language'] = 'en'): Promise<string> {
    const { bytes } = await renderRelease({ ...blank, language, title: 'Sample', body });
    const text = execFileSync(programs.pdftotext ?? '', [save(bytes), '-'], { encoding: 'utf8' });
    return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  }

  it('is what was written where several characters share a glyph', async () => {
    const lines = [
      '⽇程をお知らせします。',
      '日本の催しを開きます。',
      '10〜20％',
      '10～20%',
      '⼀月と一月',
      'office oﬃce ﬁne fine',
    ];
    for (const language of ['ja', 'zh', 'en'] as const) {
      const text = await copy(lines.join('\n'), language);
      for (const line of lines) expect(text).toContain(line);
    }
  });

  it.each([
    ['Hebrew in English', 'The Hebrew name is שלום עולם here.', ['שלום עולם']],
    ['Arabic in English', 'Our partner مدينة المستقبل opens in 2027.', ['مدينة المستقبل', 'opens in 2027.']],
    ['Hebrew with brackets', 'חברת אלפא (ישראל) הודיעה היום', ['חברת אלפא (ישראל) הודיעה היום']],
    ['Arabic with digits', 'أعلنت الشركة عن 120 مقعدا مجانيا', ['أعلنت الشركة عن', '120', 'مقعدا مجانيا']],
    ['Korean', '회사는 오늘 새로운 제품을 발표했습니다.', ['회사는 오늘 새로운 제품을 발표했습니다.']],
  ])('keeps the order of %s', async (_what, line, parts) => {
    const text = await copy(line);
    for (const part of parts) expect(text).toContain(part);
  });

  it('counts variants that no face has, and shows Hangul in either form', async () => {
    const missing = async (body: string) => (await renderRelease({ ...blank, title: 'x', body })).missingGlyphs;
    expect(await missing('葛\u{e0101}城市')).toBe(1);
    expect(await missing('❤\ufe0f 日')).toBe(0);
    expect(await missing('한국 \u1112\u1161\u11ab')).toBe(0);
    expect(await copy('\u1112\u1161\u11ab\u1100\u116e\u11a8')).toContain('한국');
  });
});

describe('the date of a release', () => {
  const release: Release = {
    ...{ id: 1, company_id: 'c_1', article_id: 1, title: 'x', subtitle: null, body: 'x', contact_info: null },
    ...{ source_type: 'scratch', status: 'ready', nq_score: null, nq_source: null, nq_dimensions: null, nq_stale: 0 },
    ...{ ai_engine: null, embargo_until: null, word_count: 1, char_count: 1, version: 1, created_by: null },
    ...{ language: 'en', created_at: 0, updated_at: Date.parse('2026-11-20T23:00:00Z'), author: null },
  };
  const facts = {
    logo: undefined,
    pictures: [],
    company: 'Studio',
    timeZone: 'Asia/Tokyo',
    nowMs: Date.parse('2026-11-26T00:00:00Z'),
  };

  it('is that of its last change, or of the end of its embargo, where the server is', () => {
    expect(buildSheet(release, facts).dateline).toBe('November 21, 2026');
    expect(buildSheet({ ...release, language: 'ja' }, facts).dateline).toBe('2026年11月21日');
    const embargo_until = Date.parse('2026-12-01T00:00:00Z');
    expect(buildSheet({ ...release, embargo_until, language: 'zh' }, facts).dateline).toBe('2026年12月1日');
  });
});

describe('the lines of a release', () => {
  const NO_START = /^[。、，．」』）】！？ー々っャ…”]/u;
  const NO_END = /[「『（【“]$/u;
  const part = fc.constantFrom(
    ...'東京発表、。」』）！？「『（【】ーっャ々務务时“”……——'.split(/(?:)/u),
    'Farebox',
    ' and ',
    '1,000',
    'https://example.com/press/2026?a=b',
    '１０％',
    '😀',
  );

  it('begin and end with nothing that is forbidden there, and lose nothing', () => {
    const faces = new Faces('ja', () => {});
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 12, max: 40 }), (parts, width) => {
        const text = parts.join('');
        const lines = breakLines(text, width, 'regular', faces);
        const written = lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
        expect(written.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''));
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width);
        for (const [index, line] of written.entries()) {
          // Where a whole line of such marks stands together, it has to be cut somewhere.
          if (index > 0 && isOrdinary(text)) expect(line).not.toMatch(NO_START);
          if (index < written.length - 1 && isOrdinary(text)) expect(line).not.toMatch(NO_END);
        }
      }),
      { numRuns: 300 },
    );
  });

  const isOrdinary = (text: string): boolean => !/[。、，．」』）】！？ー々っャ…”「『（【“—％]{6}/u.test(text);

  it('break where each language does', () => {
    const faces = new Faces('ja', () => {});
    const written = (text: string, width: number): string[] =>
      breakLines(text, width, 'regular', faces).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
    expect(written('これは「試験」です。', 6)).toEqual(['これは「試', '験」です。']);
    expect(written('ああああ（株）サンプル', 5)).toEqual(['ああああ', '（株）サン', 'プル']);
    expect(written('The quick brown fox', 6)).toEqual(['The quick', 'brown fox']);
    expect(written('価格は１０００円です', 6)).toEqual(['価格は', '１０００円で', 'す']);
    expect(written('', 5)).toEqual(['']);
  });
});

describe('the printer', () => {
  it('prints in a thread of its own what is printed here', async () => {
    const printer = createReleasePrinter();
    try {
      const [one, two] = await Promise.all([printer.print(mixed, waits), printer.print(blank, waits)]);
      expect(Buffer.compare(one.bytes, (await renderRelease(mixed)).bytes)).toBe(0);
      expect(two.pages).toBe(1);
      await expect(printer.print({ ...blank, body: 'x'.repeat(300_001) }, waits)).rejects.toMatchObject({
        code: 'TOO_LARGE',
      });
    } finally {
      await printer.close();
    }
  });

  it('gives up a release that takes too long or whose caller left, and goes on with the next', async () => {
    const printer = createReleasePrinter({ releaseMs: 1 });
    const caller = new AbortController();
    const first = printer.print(mixed, waits);
    const second = printer.print(mixed, { share, signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(first).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await printer.close();
    await expect(createReleasePrinter().print(blank, { share, signal: caller.signal })).rejects.toThrow('gone');
  });
});
