/**
 * The rows of docs/providers.md. They are read from the names of the providers' own tests, as Vitest lists them, and
 * each suite finds its own row in the document: what stands there has been tried.
 */
import { catalogue } from '../../src/kernel/errors/catalogue.ts';
import { consequences, type FailureKind } from '../../src/kernel/errors/failure.ts';
import type { ProviderDefinition } from '../../src/kernel/tool/provider.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { wireFailures } from './context.ts';

export const PROVIDER_TABLE = 'docs/providers.md';

/** What every provider is made to meet, by magic value, with the heading of its column. */
export const providerCases = {
  'bad-key': 'Bad key',
  quota: 'Quota',
  'rate-limit': 'Rate limit',
  down: 'Down',
  empty: 'Empty',
  malformed: 'Malformed',
  'error-in-200': 'Error in a 200',
  hang: 'Silence',
  cut: 'Cut',
} as const;

export interface ProviderRow {
  /** The suite's name: the provider's id, behind what is asked of it where that is tried apart. */
  suite: string;
  /** What each magic value was told as. */
  kinds: Readonly<Record<string, string>>;
  /** The upstream names the time of its rate limit. */
  namesTime: boolean;
}

export const tellsTitle = (magic: string, kind: FailureKind): string => `tells ${magic} as ${kind}`;
export const timeTitle = (namesTime: boolean): string =>
  namesTime
    ? 'is told when a rate limit ends, by itself or by Retry-After'
    : 'is told when a rate limit ends by Retry-After only';

/** `| suite | cells |` without what only the whole catalogue knows. */
export function providerCells({ suite, kinds, namesTime }: ProviderRow): string {
  const told = (magic: string): string => kinds[magic] ?? '–';
  const cells = Object.keys(providerCases).map((magic) =>
    magic === 'rate-limit' && namesTime ? `${told(magic)}, time told` : told(magic),
  );
  const more = Object.entries(kinds)
    .filter(([magic]) => !Object.hasOwn(providerCases, magic) && !Object.hasOwn(wireFailures, magic))
    .map(([magic, kind]) => `${magic}: ${kind}`);
  return `| ${[suite, 'yes', ...cells, more.sort().join(', ') || '–'].join(' | ')} |`;
}

/** The cells of the rows that the document has now. */
export function readCells(document: string): string[] {
  const [cases = ''] = document.split('\n## Kinds');
  return [...cases.matchAll(/^(\| [^|]+ \| yes \|.*\|) [^|]+ \|$/gm)].map(([, row = '']) => row);
}

/** The rows that a list of full test names holds (`suite > title`). */
export function rowsOf(names: readonly string[]): ProviderRow[] {
  const suites = new Map<string, { kinds: Record<string, string>; namesTime: boolean | null }>();
  for (const name of names) {
    const parts = name.split(' > ');
    const title = parts.pop() ?? '';
    const suite = parts.join(', ');
    const row = suites.get(suite) ?? { kinds: {}, namesTime: null };
    suites.set(suite, row);
    const [, magic, kind] = /^tells (\S+) as (\S+)$/.exec(title) ?? [];
    if (magic !== undefined && kind !== undefined) row.kinds[magic] = kind;
    if (title === timeTitle(true)) row.namesTime = true;
    if (title === timeTitle(false)) row.namesTime = false;
  }
  return [...suites]
    .flatMap(([suite, { kinds, namesTime }]) => (namesTime === null ? [] : [{ suite, kinds, namesTime }]))
    .sort((a, b) => a.suite.localeCompare(b.suite));
}

/** The document, from the cells of each row (`providerCells`) and what the catalogue and the kernel say beside them. */
export function providerTable(
  cells: readonly string[],
  registry: Registry,
  providers: readonly ProviderDefinition[],
): string {
  const toolsOf = (id: string): string => {
    const using = registry.tools.filter(({ definition }) => definition.uses?.some((facts) => facts.id === id));
    return using.map(({ name }) => name).join(', ') || '–';
  };
  const rows = cells.map((row) => `${row} ${toolsOf(idOf(row))} |`);
  const local = providers.filter(({ baseUrl }) => baseUrl === '');
  const head = ['Provider', 'Answers', ...Object.values(providerCases), 'Also', 'Tools'];
  return [
    '# Providers and what their failures lead to',
    '',
    'Made by `npm run snapshots` from the names of the tests in [test/providers](../test/providers); each suite looks for',
    'its own row here. Every case is a real exchange over loopback sockets with the provider’s twin of',
    '[src/sandbox](../src/sandbox), in that upstream’s wire format.',
    '',
    '## Cases',
    '',
    'A cell is the kind of failure that the case was told as. A rate limit is tried with Retry-After and without;',
    '“time told” means that the upstream sends it by itself. Beside the cases shown, every provider meets a reset',
    'connection (`cut`), a body that stops (`timeout`), a late answer (`timeout`), an HTML page and an empty body',
    '(`malformed`), a server that is not there, and no settings (`unconfigured`).',
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows,
    '',
    'Files and programs of this machine have no upstream, a sign-in provider is its operator’s own; their tests:',
    '',
    ...local.map(({ id }) => `- [${id}](../test/providers/${id}.test.ts): ${toolsOf(id)}`),
    '',
    '## Kinds',
    '',
    'What each kind leads to, for every tool: whether a smart service asks its next source, what becomes of the provider,',
    'the reason in the refund, and the answer when no source is left. Nothing is charged for any of them.',
    '',
    '| Kind | Next source | Provider | Refund reason | Answer |',
    '|---|---|---|---|---|',
    ...Object.entries(consequences).map(([kind, { fallsBack, breaker, refund, code }]) => {
      const answer = `${catalogue[code].status} \`${code}\``;
      return `| ${kind} | ${fallsBack ? 'yes' : 'no'} | ${breakerWords[breaker]} | \`${refund}\` | ${answer} |`;
    }),
    '',
  ].join('\n');
}

const breakerWords = {
  none: 'as it was',
  count: 'counts towards its breaker',
  cool: 'paused',
  park: 'parked, the operator is told',
} as const;

/** The provider of a row: its suite's last name. */
export const idOf = (row: string): string => row.split(' | ')[0]?.slice(2).split(', ').at(-1) ?? '';
