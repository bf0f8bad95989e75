import { expect, it } from 'vitest';
import { splitBlocks } from '../../src/text/release-blocks.ts';

it('reads headings, lists and paragraphs of a release', () => {
  const text =
    '概要です。\n二行目です。\n\n■ 特長\n・議事録を作成\n・月額300ドル\n\n【要確認：価格】\n1. 申し込む\n-5 °C\n【会社概要】';
  expect(splitBlocks(text)).toEqual([
    { kind: 'paragraph', lines: ['概要です。', '二行目です。'] },
    { kind: 'heading', text: '■ 特長' },
    { kind: 'list', items: ['議事録を作成', '月額300ドル'] },
    { kind: 'paragraph', lines: ['【要確認：価格】'] },
    { kind: 'list', items: ['1. 申し込む'] },
    { kind: 'paragraph', lines: ['-5 °C'] },
    { kind: 'heading', text: '【会社概要】' },
  ]);
});
