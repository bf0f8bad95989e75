/** Part `newsroom`: the news quality of 2,000 characters, beside a walk over the words of the same text. */
import { scoreQuality } from '../../src/newsroom/quality/score.ts';
import { type Language, releases } from '../newsroom/quality-texts.ts';
import { benchCampaigns } from './campaigns.ts';
import { judge, print, printTable } from './measure.ts';
import { benchMedia } from './media.ts';

const ROUNDS = 100;
const CHARACTERS = 2_000;
const SCORE_MS_MAX = 5;
const LANGUAGES: readonly Language[] = ['ja', 'zh', 'en'];

function medianMs(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const beginMs = performance.now();
    work();
    return performance.now() - beginMs;
  }).sort((a, b) => a - b);
  return times[ROUNDS >> 1] ?? Number.NaN;
}

export async function benchNewsroom(): Promise<void> {
  print(`\nNews quality of ${CHARACTERS} characters: milliseconds, the median of ${ROUNDS}`);
  const rows = LANGUAGES.map((language) => {
    const all = releases.map((release) => release[language]).join('\n');
    const text = all.repeat(Math.ceil(CHARACTERS / all.length)).slice(0, CHARACTERS);
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    const wordsMs = medianMs(() => {
      for (const _word of segmenter.segment(text));
    });
    return { language, wordsMs, scoreMs: medianMs(() => scoreQuality({ text })) };
  });
  printTable([
    ['language', 'words alone', 'score', 'score/words'],
    ...rows.map(({ language, wordsMs, scoreMs }) => [
      language,
      wordsMs.toFixed(2),
      scoreMs.toFixed(2),
      (scoreMs / wordsMs).toFixed(1),
    ]),
  ]);
  judge('the slowest score, ms', Math.max(...rows.map(({ scoreMs }) => scoreMs)), SCORE_MS_MAX, 'at most');
  benchMedia();
  await benchCampaigns();
}
