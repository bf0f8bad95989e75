/** Part `reader`: our own reader beside plain Readability with linkedom, on the same pages in turn: time, blocks, quality. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import ownReader from '../../src/providers/own-reader.ts';
import { readArticle } from '../../src/providers/shared/page/article.ts';
import { createPageReader } from '../../src/providers/shared/page/reader.ts';
import { openSite, page } from '../harness/site.ts';
import { corpus, largePage, tokenF1 } from '../pages/corpus.ts';
import { judge, median, print, printTable, short } from './measure.ts';

const ROUNDS = 25;
const LARGE_ROUNDS = 3;
const TIME_MAX = 1.1;
const BLOCK_MS_MAX = 50;
const LARGE_BYTES = 500_000;
const HUGE_BYTES = 4_900_000;

const plain = (source: string): string => new Readability(parseHTML(source).document).parse()?.textContent ?? '';

const ours = (source: string): string =>
  readArticle({
    text: source,
    contentType: 'text/html',
    finalUrl: 'https://site.example/dir/page.html',
    format: 'markdown',
    charsMax: 10_000_000,
  }).content;

export async function benchReader(): Promise<void> {
  print('\nOur reader (to Markdown) and plain Readability (to text), on the same pages in turn, one thread');
  const large = { name: `${LARGE_BYTES / 1000} kB`, source: largePage(LARGE_BYTES).source, rounds: LARGE_ROUNDS };
  const pages = [...corpus.map(({ name, source }) => ({ name, source, rounds: ROUNDS })), large];
  for (const { source } of pages) for (const read of [plain, ours]) read(source);
  const times = pages.map(({ source, rounds }) => timesOf(source, rounds));
  const rows = pages.map(({ name }, at) => {
    const [theirMs = Number.NaN, ourMs = Number.NaN] = times[at] ?? [];
    const known = corpus[at];
    const quality = (text: string): string => (known ? tokenF1(text, known.reference).toFixed(3) : '–');
    const found = pages[at]?.source ?? '';
    return [name, `${theirMs.toFixed(2)} ms`, `${ourMs.toFixed(2)} ms`, quality(plain(found)), quality(ours(found))];
  });
  printTable([['page', 'plain', 'ours', 'F1 plain', 'F1 ours'], ...rows]);
  const ratios = times.map(([theirMs, ourMs]) => ourMs / theirMs);
  judge('time, ours / plain, median over the pages', median(ratios), TIME_MAX, 'at most');
  const sum = (which: 0 | 1): number => times.reduce((all, pair) => all + pair[which], 0);
  judge('time, ours / plain, all pages together', sum(1) / sum(0), TIME_MAX, 'at most');
  const mean = (read: (source: string) => string): number =>
    corpus.reduce((all, one) => all + tokenF1(read(one.source), one.reference), 0) / corpus.length;
  judge('token F1, ours − plain, mean over the written pages', mean(ours) - mean(plain), 0, 'at least');
  await longestBlock();
}

/** Medians of both, in milliseconds, with a turn each. */
function timesOf(source: string, rounds: number): [plainMs: number, oursMs: number] {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [at, read] of [plain, ours].entries()) {
      const startMs = performance.now();
      read(source);
      taken[at]?.push(performance.now() - startMs);
    }
  }
  return [median(taken[0]), median(taken[1])];
}

/** Reads a large page as the server does, over a socket and in a thread, and looks how long the event loop was held. */
async function longestBlock(): Promise<void> {
  const site = await openSite();
  const pages = createPageReader();
  try {
    site.pages.set('/huge', page(largePage(HUGE_BYTES).source));
    site.pages.set('/small', page(corpus[0]?.source ?? ''));
    const read = (path: string) => {
      const ctx = site.context({ settings: { [ownReader.id]: {} }, timeoutMs: 30_000 });
      const url = `${site.url}${path}`;
      return ownReader.read({ url, format: 'markdown' }, { ...ctx, services: { ...ctx.services, pages } });
    };
    await read('/small');
    const longest: number[] = [];
    const taken: number[] = [];
    for (let round = 0; round < LARGE_ROUNDS; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const startMs = performance.now();
      await Promise.all([read('/huge'), read('/small')]);
      delay.disable();
      longest.push(delay.max / 1e6);
      taken.push(performance.now() - startMs);
    }
    print(`  a page of ${short(HUGE_BYTES / 1_000_000)} MB took ${short(median(taken))} ms in its thread`);
    const what = `longest block of the event loop meanwhile, median of ${LARGE_ROUNDS} rounds`;
    judge(what, median(longest), BLOCK_MS_MAX, 'at most', ' ms');
  } finally {
    await pages.close();
    await site.close();
  }
}
