/** Search over pages, tools, guides, the manual and the reference, in one index per language that is made once. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { readGuide } from '../../locales/guides.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, texts } from '../../locales/texts.ts';
import { normalizeForMatch } from '../../text/fold.ts';
import { htmlToText } from '../../text/html-text.ts';
import { describeOtherwise, describeTool } from '../texts/tool-texts.ts';
import { guides } from './guides/guides.ts';
import { hasOwnPages } from './layout.tsx';
import { describeManual, listManual, readManualText } from './manual-files.ts';
import { describeOperation } from './operation.tsx';
import { listOperations, listParameters } from './operations.ts';
import { toAnchor, toOperationPath } from './paths.ts';

export type EntryKind = 'page' | 'call' | 'guide' | 'tool' | 'manual' | 'operation';

export interface SearchEntry {
  kind: EntryKind;
  title: string;
  href: string;
  /** What is shown below the title, and searched. */
  text: string;
  /** What it is also called; searched, not shown. */
  names: string;
  /** Of title and text. */
  language: Language;
}

interface FoldedEntry {
  entry: SearchEntry;
  title: string;
  names: string;
  text: string;
}

export type SearchIndex = readonly FoldedEntry[];

export async function buildSearchIndex(registry: Registry, api: ApiDocument, language: Language): Promise<SearchIndex> {
  const entries = [
    ...listPages(language),
    ...listGuideParts(language),
    ...listTools(registry, language),
    ...(await listManualParts(language)),
    ...listReference(api, language),
  ];
  return entries.map((entry) => ({
    entry,
    title: normalizeForMatch(entry.title),
    names: normalizeForMatch(entry.names),
    text: normalizeForMatch(entry.text),
  }));
}

function listPages(language: Language): SearchEntry[] {
  const shell = texts('shell', language);
  const dashboard = texts('dashboard', language);
  const admin = texts('admin', language);
  const app = texts('app', language);
  const pages: readonly (readonly [href: string, title: string, names: string])[] = [
    ['/tools', shell.tools, 'catalogue'],
    ['/pricing', shell.pricing, 'price cost'],
    ['/docs', shell.docs, 'guides reference'],
    ['/docs/console', texts('docs', language).console, 'run try'],
    ['/status', shell.status, 'uptime incidents health'],
    [`/api-benchmark/${language}/`, shell.speed, 'latency p50'],
    ['/dashboard', shell.dashboard, 'balance deposit billing overview'],
    ['/dashboard/calls', dashboard.calls, 'log failures receipts'],
    ['/dashboard/keys', dashboard.keys, 'token secret rotate'],
    ['/app', shell.newsroom, 'press'],
    ['/app/releases', app.releases, 'press release'],
    ['/app/media', app.media, 'journalists outlets'],
    ['/app/campaigns', app.campaigns, 'mailing send'],
    ['/admin', shell.operators, 'operator today'],
    ['/admin?view=providers', `${shell.operators} › ${admin.providers}`, 'upstream failing pause'],
    ['/admin?view=accounts', `${shell.operators} › ${admin.accounts}`, 'customers'],
    ['/admin?view=audit', `${shell.operators} › ${admin.audit}`, 'log'],
  ];
  return pages.map(([href, title, names]) => ({
    kind: 'page',
    title,
    href,
    text: '',
    names: `${names} ${href}`,
    language,
  }));
}

const listGuideParts = (language: Language): SearchEntry[] =>
  guides.flatMap(({ id }) => {
    const { title, about, parts } = readGuide(id, language);
    const base = { kind: 'guide' as const, language, names: id };
    return [
      { ...base, title, href: `/docs/${id}`, text: about },
      ...parts.map((part) => ({
        ...base,
        title: `${title} › ${part.title}`,
        href: `/docs/${id}#${toAnchor(part.title)}`,
        text: [...part.text, ...part.items, ...part.links.map(({ note }) => note)].join(' ').replaceAll('`', ''),
      })),
    ];
  });

const listTools = (registry: Registry, language: Language): SearchEntry[] =>
  listToolsOnOffer(registry).map((tool) => {
    const { title, description, language: own } = describeTool(tool, language);
    const names = `${tool.title} ${tool.category ?? ''} ${tool.description} ${describeOtherwise(tool)}`;
    const shown = `${tool.name} · ${title}`;
    const href = `/tools/${tool.name}`;
    return { kind: 'tool', title: shown, href, text: description.replaceAll('`', ''), names, language: own };
  });

async function listManualParts(language: Language): Promise<SearchEntry[]> {
  const lists = await Promise.all(
    listManual().map(async (document) => {
      const { title, about } = describeManual(document, language);
      const [lead = '', ...parts] = (await readManualText(document)).split(/(?=<h[23] id=")/);
      const entry = (href: string, name: string, html: string): SearchEntry => ({
        ...{ kind: 'manual', title: name, href, names: `${document.name} ${title} ${about}`, language: FALLBACK },
        text: htmlToText(html).replace(/\s+/g, ' '),
      });
      return [
        { ...entry(`/docs/${document.name}`, title, lead), language },
        ...parts.map((part) => {
          const [, id = '', heading = '', body = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>([\s\S]*)$/.exec(part) ?? [];
          return entry(`/docs/${document.name}#${id}`, `${document.title} › ${htmlToText(heading)}`, body);
        }),
      ];
    }),
  );
  return lists.flat();
}

const listReference = (api: ApiDocument, language: Language): SearchEntry[] =>
  listOperations(api)
    // Guides and pages stand for themselves.
    .filter(({ tag }) => tag !== 'documents')
    .map((listed) => {
      const { title, description, language: own } = describeOperation(listed, language);
      const { id, method, path, tag, operation } = listed;
      const { inAddress, body } = listParameters(listed, api);
      return {
        ...{
          kind: 'operation',
          title: `${method} ${path}`,
          href: toOperationPath(listed, hasOwnPages(tag)),
          language: own,
        },
        text: `${title}. ${description.replaceAll('`', '')}`,
        names: `${id} ${operation.summary} ${operation.description} ${[...inAddress, ...body].map(({ name }) => name).join(' ')}`,
      };
    });

const WORDS_MAX = 10;
const RESULTS_MAX = 30;
/** Of a word in CJK that occurs nowhere as a whole, this share of its pairs of characters must. */
const PAIRS_SHARE = 0.6;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{3,}$/u;
const RANKS: Readonly<Record<EntryKind, number>> = {
  call: 3,
  page: 2,
  guide: 1.5,
  tool: 1.5,
  manual: 0.5,
  operation: 0,
};

/** The best first. Every word must occur; where no entry has them all, the entries with most of them. */
export function searchIndex(index: SearchIndex, query: string): SearchEntry[] {
  const words = normalizeForMatch(query)
    .split(' ', WORDS_MAX)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const rated = index
    .map((folded) => {
      const points = words.map((word) => rateWord(folded, word));
      return {
        entry: folded.entry,
        found: points.filter((one) => one > 0).length,
        points: points.reduce((sum, one) => sum + one, RANKS[folded.entry.kind]),
      };
    })
    .filter(({ found }) => found > 0);
  const most = Math.max(0, ...rated.map(({ found }) => found));
  if (most < words.length / 2) return [];
  return rated
    .filter(({ found }) => found === most)
    .sort((a, b) => b.points - a.points)
    .slice(0, RESULTS_MAX)
    .map(({ entry }) => entry);
}

function rateWord({ title, names, text }: FoldedEntry, word: string): number {
  const inTitle = rateIn(title, word);
  if (inTitle > 0) return 4 + 4 * inTitle;
  const inNames = rateIn(names, word);
  const inText = rateIn(text, word);
  if (inNames + inText > 0) return 3 * inNames + 2 * inText;
  if (!CJK.test(word)) return 0;
  const pairs = Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  const all = `${title} ${text}`;
  const share = pairs.filter((pair) => all.includes(pair)).length / pairs.length;
  return share >= PAIRS_SHARE ? share : 0;
}

/** 1 at the beginning of a word or of a text in CJK, a half inside of one, 0 for nowhere. */
function rateIn(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const isStart = (place: number): boolean => place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1] ?? '');
  return isStart(at) || isStart(text.indexOf(` ${word}`) + 1) || /[^\p{ASCII}]/u.test(word[0] ?? '') ? 1 : 0.5;
}
