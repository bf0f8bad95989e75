/** The content words of a text's prose: how many different ones there are, and whether sentences say something at all. */
import { splitWords } from '../../../text/words.ts';
import { STOP_WORDS } from '../mentions/lexicon/stop-words.ts';
import { type Article, findMatches } from './article.ts';
import { ENGLISH_FUNCTION_WORDS } from './grammar/en.ts';
import { readLatinWords } from './size.ts';

/** Different words are counted among so many neighbours, so that a long text is measured as a short one. */
const WINDOW = 50;
/** UTF-16 units of prose that are read. */
const READ_MAX = 20_000;

/** Different among all content words, 0–1, on average of all windows. 1 for a text of a few words. */
export function measureVariety(article: Article): number {
  const words = readContentWords(article);
  if (words.length < WINDOW / 2) return 1;
  const size = Math.min(WINDOW, words.length);
  const counts = new Map<string, number>();
  let sum = 0;
  for (const [at, word] of words.entries()) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    const gone = words[at - size];
    if (gone !== undefined) {
      const left = (counts.get(gone) ?? 1) - 1;
      if (left === 0) counts.delete(gone);
      else counts.set(gone, left);
    }
    if (at >= size - 1) sum += counts.size / size;
  }
  return sum / (words.length - size + 1);
}

function readContentWords({ prose, lexicon }: Article): string[] {
  const text = prose
    .map((sentence) => sentence.text)
    .join('\n')
    .slice(0, READ_MAX);
  if (lexicon.language === 'en') {
    return readLatinWords(text)
      .map((word) => word.toLowerCase())
      .filter((word) => /^\p{L}{3}/u.test(word) && !STOP_WORDS.en.has(word) && !ENGLISH_FUNCTION_WORDS.has(word))
      .map((word) => word.replace(/(?:ing|ed|ers?|ies|es|ly|s|e|y)$/, ''));
  }
  const isContent =
    lexicon.language === 'ja' ? /[\p{Script=Han}\p{Script=Katakana}A-Za-z]/u : /[\p{Script=Han}A-Za-z]/u;
  return splitWords(text, lexicon.language)
    .map((word) => word.text)
    .filter(
      (word) => word.length >= 2 && isContent.test(word) && !(lexicon.language === 'zh' && STOP_WORDS.zh.has(word)),
    );
}

/** Facts that somebody can check, each once: amounts and dates. */
export function countFacts(article: Article): number {
  const dates = new Set<string>();
  for (const range of findMatches(article, article.lexicon.fiveW.when, article.body)) {
    const text = article.folded.plain.slice(range.start, range.end);
    if (/\d/.test(text)) dates.add(text);
  }
  return article.differentAmounts + dates.size;
}
