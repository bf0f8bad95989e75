/** Part `newsroom`: the news quality of 2,000 characters, beside a walk over the words of the same text; a page as PDF. */
import { scoreQuality } from '../../src/newsroom/analysis/quality/score.ts';
import { renderRelease } from '../../src/newsroom/content/releases/pdf/render.ts';
import { mixed } from '../newsroom/content/releases/mixed-sheet.ts';
import { type Language, releases } from '../newsroom/quality-texts.ts';
import { benchCampaigns } from './campaigns.ts';
import { judge, print, printTable } from './measure.ts';
import { benchMedia } from './media.ts';

const ROUNDS = 100;
const CHARACTERS = 2_000;
const SCORE_MS_MAX = 5;
const PAGES = 9;
const PAGE_MS_MAX = 300;
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
  await benchPage();
  benchMedia();
  await benchCampaigns();
}

async function benchPage(): Promise<void> {
  const times: number[] = [];
  // The first one loads the faces.
  for (let round = 0; round <= PAGES; round++) {
    const begun = process.cpuUsage();
    await renderRelease(mixed);
    const { user, system } = process.cpuUsage(begun);
    if (round > 0) times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  judge('a page as PDF, processor ms', times[PAGES >> 1] ?? Number.NaN, PAGE_MS_MAX, 'at most');
}
