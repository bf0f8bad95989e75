/** Parsing of page sources: removed parts, and pages designed to be slow. */
import { expect, it } from 'vitest';
import { parseDocument, removeUnseen } from '../../../src/providers/shared/page/document.ts';

const PAGE_CHARS = 200_000;

it.each(['<html ', '<body ', '<!doctype ', '<html>\n<html \n', '</script ', '<script></script ', '<div id=root '])(
  'looks at a page full of %j a bounded number of times',
  (piece) => {
    const startedMs = performance.now();
    parseDocument(`<script>${piece.repeat(PAGE_CHARS / piece.length)}`);
    parseDocument(piece.repeat(PAGE_CHARS / piece.length));
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  },
);

it('finds the frame of a page, also where its tags hold a sign of their own', () => {
  const page =
    '<!DOCTYPE html><html lang="ja"><head><title>T</title></head><body onload="if (1<2) go()">text</body></html>';
  const { documentElement, body } = parseDocument(page);
  expect([documentElement.getAttribute('lang'), body.textContent?.trim()]).toEqual(['ja', 'text']);
});

it('cuts out what no reader sees', () => {
  const page = 'a<!-- b -->c<script x="1">d</script >e<style>f</style>g<svg/>h<noscript>i';
  expect(removeUnseen(page).replace(/ /g, '')).toBe('acegh<noscript>i');
});
