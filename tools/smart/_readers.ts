/** Readers of the smart services, and what they may cost for one page. */

import type { ProviderSettings } from '../../src/kernel/ports.ts';
import type { Source } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import crawl4ai from '../../src/providers/crawl4ai.ts';
import firecrawl from '../../src/providers/firecrawl.ts';
import jinaReader from '../../src/providers/jina-reader.ts';
import ownReader from '../../src/providers/own-reader.ts';
import type { ReadPage } from '../../src/providers/shared/network/reading.ts';

export const readers = { jina: jinaReader, firecrawl, crawl4ai, own: ownReader };

export type ReaderName = keyof typeof readers;

/** Hosted readers run scripts; our own needs nobody, and comes last. */
export const readerOrder: readonly ReaderName[] = ['jina', 'firecrawl', 'crawl4ai', 'own'];

export interface Reading {
  url: string;
  /** Most tokens that a reader paid by the token may take. */
  tokensMax: number;
}

type Settings = (providerId: string) => ProviderSettings | null;

export function buildReaderSources({ url, tokensMax }: Reading): Record<ReaderName, Source<ReadPage>> {
  const request = { url, format: 'markdown' } as const;
  return {
    jina: { provider: jinaReader, run: (ctx: CallContext) => jinaReader.read({ ...request, tokensMax }, ctx) },
    firecrawl: { provider: firecrawl, run: (ctx: CallContext) => firecrawl.read(request, ctx) },
    crawl4ai: { provider: crawl4ai, run: (ctx: CallContext) => crawl4ai.read(request, ctx) },
    own: { provider: ownReader, run: (ctx: CallContext) => ownReader.read(request, ctx) },
  };
}

/** The first readers of the order that are set up. */
export function listFirstReaders(count: number, settings: Settings | undefined): ReaderName[] {
  return readerOrder.filter((name) => settings === undefined || settings(readers[name].id) !== null).slice(0, count);
}

/** The most that one page can cost at a reader, in micro-USD. */
export function computeReadingCeiling(name: ReaderName, tokensMax: number, settings: Settings | undefined): number {
  const own = settings?.(readers[name].id) ?? null;
  if (name === 'jina') return jinaReader.ceiling(tokensMax, own);
  return name === 'firecrawl' ? firecrawl.ceiling(1, ['markdown'], own) : 0;
}
