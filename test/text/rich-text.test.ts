/** Headings, lists, tables, emphasis and links in the text of a release: as blocks, and as the HTML of a mail. */
import { expect, it } from 'vitest';
import { scoreQuality } from '../../src/newsroom/analysis/quality/score.ts';
import { toHtml } from '../../src/newsroom/mailing/links/link-rewriter.ts';
import { blankMarks, readInline, writePlain } from '../../src/text/inline-marks.ts';
import { splitBlocks } from '../../src/text/release-blocks.ts';
import { measureGrowth } from '../harness/growth.ts';
import { texts } from '../newsroom/evaluation/texts.ts';

const TEXT = [
  '## Opening hours',
  'Open **daily**, see [the plan](https://a.example/plan?x=1&y=2).',
  '',
  '| Day | Hours |',
  '|---|---|',
  '| Monday | **closed** |',
  '',
  '- free\n- for children',
].join('\n');

it('reads headings, tables and lists', () => {
  expect(splitBlocks(TEXT)).toEqual([
    { kind: 'heading', text: 'Opening hours' },
    { kind: 'paragraph', lines: ['Open **daily**, see [the plan](https://a.example/plan?x=1&y=2).'] },
    {
      kind: 'table',
      rows: [
        ['Day', 'Hours'],
        ['Monday', '**closed**'],
      ],
      hasHead: true,
    },
    { kind: 'list', items: ['free', 'for children'] },
  ]);
  expect(splitBlocks('#1 in Osaka\n#osaka')).toEqual([{ kind: 'paragraph', lines: ['#1 in Osaka', '#osaka'] }]);
});

it('becomes the HTML of a mail in which nothing else of the author is markup', () => {
  expect(toHtml(TEXT)).toBe(
    '<h3>Opening hours</h3>\n<p>Open <strong>daily</strong>, see <a href="https://a.example/plan?x=1&amp;y=2">the plan</a>.</p>\n' +
      '<table style="border-collapse:collapse"><tr>' +
      '<th style="border:1px solid #c4c7cc;padding:4px 10px;text-align:left">Day</th>' +
      '<th style="border:1px solid #c4c7cc;padding:4px 10px;text-align:left">Hours</th></tr><tr>' +
      '<td style="border:1px solid #c4c7cc;padding:4px 10px;text-align:left">Monday</td>' +
      '<td style="border:1px solid #c4c7cc;padding:4px 10px;text-align:left"><strong>closed</strong></td></tr></table>\n' +
      '<ul><li>free</li><li>for children</li></ul>',
  );
  const hostile = '**<img src=x>** [a](javascript:alert(1)) [<b>](https://a.example/"><i>) | <u> |';
  expect(toHtml(hostile)).not.toMatch(/<(?:img|b|i|u)\b|href="javascript/);
});

it('is plain in the text part of a mail', () => {
  expect(writePlain(TEXT).split('\n').slice(0, 2)).toEqual([
    'Opening hours',
    'Open daily, see the plan (https://a.example/plan?x=1&y=2).',
  ]);
  expect(writePlain('5 * 3 ** 2, [TO CONFIRM: price] and 【要確認：日付】')).toBe(
    '5 * 3 ** 2, [TO CONFIRM: price] and 【要確認：日付】',
  );
});

it('keeps the place of what is read when its marks are blanked', () => {
  const blank = blankMarks(TEXT);
  expect(blank).toHaveLength(TEXT.length);
  expect(blank).not.toMatch(/\*\*|https:|^#/mu);
  for (const word of ['Opening hours', 'daily', 'plan']) expect(blank.indexOf(word)).toBe(TEXT.indexOf(word));
});

it('costs a release no points', () => {
  const [release] = texts.filter(({ isGood, language }) => isGood && language === 'en');
  const plain = release?.text ?? '';
  const marked = plain
    .replace(/\d+ [a-z]+/, '**$&**')
    .replace(/\b[A-Z][a-z]+ [A-Z][a-z]+\b/, '[$&](https://a.example/about)');
  expect(marked).not.toBe(plain);
  const score = (text: string): number => scoreQuality({ text }).nq_score;
  expect(Math.abs(score(marked) - score(plain))).toBeLessThan(2);
});

it('reads hostile lines in linear time', () => {
  for (const part of ['**a', '[a](https://', '| a ', '# ', '[', '* ']) {
    const read = (size: number): void => {
      readInline(part.repeat(size));
      splitBlocks(part.repeat(size));
      writePlain(part.repeat(size));
      blankMarks(part.repeat(size));
    };
    expect(measureGrowth(read, 5_000, 4, 12), part).toBeLessThan(12);
  }
});
