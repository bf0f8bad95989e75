/** Names say things in the words that other code uses: the glossary of CONTRIBUTING.md has ours, this has what stays out. */
import { expect, it } from 'vitest';
import { sources } from './harness/product-sources.ts';

/** What is refused in identifiers, and what to write. */
const banned: readonly (readonly [name: RegExp, instead: string])[] = [
  [/^[A-Z]\w*[a-z]Facts$/, '…Options, …Input, …Details, …Info, …Props'],
  [/^LedgerHandle$/, 'Database for data, CallLedger for money'],
  [/wish(es)?(?![a-z])/i, 'options, input, request'],
  [/asker/i, 'caller, owner'],
  [/desk(?![a-z])|shelf/i, 'index, worker'],
  [/standing(?![a-z])/i, 'roles, plan, state'],
  [/witness/i, 'guard, sample'],
  [/stray/i, 'extra, unknown'],
  [/stranger/i, 'anonymous, outsider'],
  [/^ops?$|^Ops?$|[a-z]Ops?$/, 'operation'],
  [/(?<!CODE)_POINTS_MAX$|^pointsMax$/, 'CODE_POINTS_MAX, codePointsMax'],
  [/^(isParked|parkedForMs|rests[A-Z]\w*)$/, 'paused'],
  [/(^|[a-z])bands?(?![a-z])/i, 'buckets, window'],
];

/** Columns of the database, and a field of the feed. */
const allowed: ReadonlySet<string> = new Set(['asker', 'band', 'op']);

/** What is refused as a word of a file name. */
const bannedInFiles = /(^|[/.-])(asker|desk|handle|op|shelf|standing|strangers?|strays?|witness|wishes)([.-]|$)/;

const nameOf = ({ type, name }: { type: string; name?: unknown }): string | null =>
  /^(Private|JSX)?Identifier$/.test(type) && typeof name === 'string' ? name : null;

it('no identifier is one of the words that we do not use', () => {
  const found = [...sources.values()].flatMap(({ file, nodes, lineAt }) =>
    nodes.flatMap((node) => {
      const name = nameOf(node);
      const [, instead] = (name !== null && !allowed.has(name) && banned.find(([form]) => form.test(name))) || [];
      return instead === undefined ? [] : [`${file}:${lineAt(node.start)} ${name}: write ${instead}`];
    }),
  );
  expect(found).toEqual([]);
});

it('no file is named with such a word', () => {
  expect([...sources.keys()].filter((file) => bannedInFiles.test(file))).toEqual([]);
});
