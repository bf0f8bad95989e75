/** Chinese words that were typed by their sound and came out with another character: 没国 for 美国, 德玉 for 德语. */
import { runOnce } from '../../lib/memoize.ts';
import { listWords } from '../words/tables.ts';

const WORD_MAX = 4;
/** Longer messages are read so far: what is asked stands at their beginning. */
const READ_MAX = 400;

/** Character → number of its sound. */
const sounds = runOnce(
  () =>
    new Map(
      listWords('soundsAlike').flatMap((group, sound) => [...group].map((one): [string, number] => [one, sound])),
    ),
);
const segmenter = runOnce(() => new Intl.Segmenter('zh', { granularity: 'word' }));

const spellSound = (word: string): string => [...word].map((one) => sounds().get(one) ?? one).join(' ');

/** Known words by their sound; kept for the words that were asked for last. */
let lastWords: ReadonlySet<string> | null = null;
let lastSounds = new Map<string, string[]>();

function groupBySound(words: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  if (words === lastWords) return lastSounds;
  lastSounds = new Map();
  for (const word of words) {
    const sound = spellSound(word);
    lastSounds.set(sound, [...(lastSounds.get(sound) ?? []), word]);
  }
  lastWords = words;
  return lastSounds;
}

/**
 * The text with known words in the place of what sounds like them; of the same length. Only what is not a word itself is
 * changed, and at least half of its characters stay.
 */
export function correctSounds(command: string, words: ReadonlySet<string>): string {
  if (!/\p{Script=Han}{2}/u.test(command) || /[ぁ-ゖ]/.test(command)) return command;
  const segments = [...segmenter().segment(command.slice(0, READ_MAX))];
  let text = command;
  for (const [at, { index }] of segments.entries()) {
    let word = '';
    let isBroken = false;
    for (const { segment } of segments.slice(at, at + WORD_MAX)) {
      if (!/^\p{Script=Han}+$/u.test(segment) || word.length + segment.length > WORD_MAX) break;
      word += segment;
      isBroken ||= segment.length === 1;
      const meant = word.length >= 2 && isBroken && word !== segment ? findMeant(word, words) : null;
      if (meant) text = text.slice(0, index) + meant + text.slice(index + meant.length);
    }
  }
  return text;
}

/** Small words that stand for themselves, however they sound. */
const SMALL =
  /[那哪买卖做坐座叫教的得地在再号好一已乙停听是事时他她它了不人个有来到就和要也里后去能多都看进乘归十给这]/;

function findMeant(word: string, words: ReadonlySet<string>): string | null {
  if (words.has(word)) return null;
  const alike = groupBySound(words).get(spellSound(word)) ?? [];
  return alike.find((term) => isSlip(word, term)) ?? null;
}

function isSlip(word: string, term: string): boolean {
  const others = [...word].filter((one, at) => one !== term.charAt(at));
  return others.length * 2 <= word.length && !others.some((one) => SMALL.test(one));
}
