import { expect, it } from 'vitest';
import { findUnfinished, listUnfinished } from '../../src/text/unfinished.ts';

it.each([
  ['価格は【要確認：価格】、発売は【要確認】です', ['【要確認：価格】', '【要確認】']],
  ['价格为【待确认：价格】，【待确认：价格】', ['【待确认：价格】']],
  ['It costs [TO CONFIRM: price] from [TBD].', ['[TO CONFIRM: price]', '[TBD]']],
  ['Dear {{name}}, ○○社のlorem ipsum', ['{{name}}', '○○', 'lorem ipsum']],
  ['【お問い合わせ先】 [1] 300 dollars (see [Kiro])', []],
])('finds what is left to fill in: %s', (text, found) => {
  expect(listUnfinished(text)).toEqual(found);
  expect(findUnfinished(text)).toBe(found[0]);
});
