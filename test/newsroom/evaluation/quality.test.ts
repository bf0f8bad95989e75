/** The NQ score on texts that no rule was made for: news above what only looks like it, and advice that is true. */
import { expect, it } from 'vitest';
import { readArticle } from '../../../src/newsroom/analysis/quality/article.ts';
import { scoreQuality } from '../../../src/newsroom/analysis/quality/score.ts';
import { type Half, type LabelledText, texts } from './texts.ts';

const GAP = 20;
/** Sentences that are well made and say what can't be: rules measure form, so only a model tells them. */
const BEYOND_RULES = 'nonsense';

const scored = texts.map((one) => ({ ...one, quality: scoreQuality({ text: one.text }) }));
type Scored = (typeof scored)[number];

function describeGap(half: Half): { worst: Scored | undefined; best: Scored | undefined; gap: number } {
  const own = scored.filter((one) => one.half === half);
  const byScore = (a: Scored, b: Scored): number => a.quality.nq_score - b.quality.nq_score;
  const [worst] = own.filter(({ isGood }) => isGood).sort(byScore);
  const best = own
    .filter(({ isGood, kind }) => !isGood && kind !== BEYOND_RULES)
    .sort(byScore)
    .at(-1);
  return { worst, best, gap: (worst?.quality.nq_score ?? 0) - (best?.quality.nq_score ?? 0) };
}

const name = (one: LabelledText | undefined): string => `${one?.id} (${one?.kind})`;

it.each(['seen', 'unseen'] as const)('every release scores well above what only looks like one (%s)', (half) => {
  const { worst, best, gap } = describeGap(half);
  process.stdout.write(
    `NQ, ${half}: worst good ${worst?.quality.nq_score} ${name(worst)}, best bad ${best?.quality.nq_score} ${name(best)}, gap ${gap.toFixed(1)}\n`,
  );
  expect(gap).toBeGreaterThanOrEqual(GAP);
});

it('never shows all points by rules alone', () => {
  expect(Math.max(...scored.map(({ quality }) => quality.nq_score))).toBeLessThanOrEqual(93);
});

it.each(['seen', 'unseen'] as const)('never calls missing what the first paragraph says (%s)', (half) => {
  const wrong = scored.flatMap((one) =>
    one.half === half && one.isGood
      ? one.quality.missing.five_w.filter((key) => one.lead.includes(key)).map((key) => `${one.id} ${key}`)
      : [],
  );
  expect(wrong).toEqual([]);
});

it('asks for nothing that news of its kind does without', () => {
  const wrong = scored.filter(({ kind, isGood, quality }) => {
    const advice = quality.suggestions.map(({ text }) => text).join('\n');
    const isSober = kind === 'recall' || kind === 'apology';
    return isGood && isSober && /novelty|新規性|新意|price|価格|价格|Quote a named|発言を引用|引用一位/.test(advice);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

it.each(['seen', 'unseen'] as const)('tells the kinds of news apart (%s)', (half) => {
  const own = scored.filter((one) => one.half === half && one.isGood);
  const wrong = own.flatMap((one) => {
    const { genre } = readArticle({ text: one.text });
    return genre === one.kind ? [] : [`${one.id} ${one.kind} as ${genre}`];
  });
  process.stdout.write(`genres, ${half}: ${own.length - wrong.length} of ${own.length}; ${wrong.join(', ')}\n`);
  expect(wrong.length / own.length).toBeLessThanOrEqual(0.1);
});
