/** Finds the text to work on: in the message, in an earlier step, or behind a URL. */

import type { Reading } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import { findQuotesFor, type Job } from './job.ts';
import { addPageOrSound, fillPage } from './pages.ts';

export const isWithin = ({ clause }: Job, { start, end }: { start: number; end: number }): boolean =>
  start >= clause.start && end <= clause.end;

/** The text that was pasted; that of another request is nobody else's. */
export function readPasted({ reading }: Job): Piece | null {
  const { pasted, text } = reading;
  return pasted && { ...pasted, value: readOriginal(text, pasted.start, pasted.end).trim() };
}

/** Quoted or pasted text; the longest quotation where there are several. */
export function findGivenText(job: Job): Piece | null {
  const quotes = findQuotesFor(job).filter((quote) => !isParameter(job, quote));
  const longest = quotes.reduce<Piece | null>(
    (best, quote) => (best && best.value.length >= quote.value.length ? best : quote),
    null,
  );
  return longest ?? readPasted(job);
}

/** voice "nova" */
const isParameter = ({ reading: { command } }: Job, { start, value }: Piece): boolean =>
  /^[\w #.-]{1,40}$/.test(value) &&
  /(?:voice|voiceid|model|selector|声|ボイス|音色)[ :=は]*$/.test(command.slice(Math.max(0, start - 12), start));

/** The step that reads the address, or the one before: where a text comes from that is not in the message. */
export function addSource(job: Job): boolean {
  const { clause } = job;
  const { pages, sounds, images } = clause.facts;
  if (pages.length + sounds.length + images.length === 0) {
    if (job.plan.steps.length > 0) return true;
    return job.isOnly && addPageOrSound({ ...job, clause: { ...clause, start: 0, end: job.reading.command.length } });
  }
  const isKnown = job.plan.steps.some(({ input }) =>
    [...pages, ...sounds, ...images].some(({ value }) => Object.values(input).includes(value)),
  );
  return (
    isKnown ||
    (images.length > 0 ? fillPage({ ...job, tool: job.vocabulary.findTool('picture') ?? '' }) : addPageOrSound(job))
  );
}

export const isBackReference = ({ reading }: Job, { start, end }: Piece): boolean => {
  const rest = reading.hits.filter(({ key, ...hit }) => key.kind === 'back' && hit.start >= start && hit.end <= end);
  const covered = rest.reduce((most, hit) => Math.max(most, hit.end - hit.start), 0);
  return covered >= (end - start) * 0.5 || (rest.length > 0 && end - start < 24);
};

const LEAD = {
  en: /^(?:[\s,.:;]+|please |can you |could you |would you |hey |just |the phrase |the sentence |the word |the words |the following |this sentence |this phrase |phrase |sentence |word |for |of |is |to |into |in |me |i want to |how |what is |what's |help me |say |with |and )/,
  ja: /^(?:[\s,:、。：]+|次の文章を?|次の文を?|次の|以下の|ねえ|すみません|この文章?|あと|それと)/,
  zh: /^(?:[\s,:;、，。：]+|请帮我|帮我|请问|请|麻烦你?|下面这句话?|下面的?|以下|这句话|这句|一下|想知道|用|那|把|将|给我|我想知道)/,
} as const;
const TAIL = {
  en: /(?:(?<![\s,:])[\s,:]+|please|pls| to| into| in| for me| say| is| would be| be|thanks|thank you\?)$/,
  ja: /(?:(?<![\s,、:])[\s,、:]+|って|という(?:の|文|言葉|意味)?(?:は|を)?|と|を|は|の|ください|して|から)$/,
  zh: /(?:(?<![\s,、，:：])[\s,、，:：]+|用|成|把|这句话|这个词|这句|的|一下|请)$/,
} as const;

export function trimText(
  { language, text: { plain } }: Reading,
  from: number,
  to: number,
): { start: number; end: number } {
  let start = from;
  let end = to;
  for (let round = 0; round < 12; round++) {
    const head = LEAD[language].exec(plain.slice(start, Math.min(end, start + 24)))?.[0].length ?? 0;
    if (head === 0 || start + head > end) break;
    start += head;
  }
  for (let round = 0; round < 4; round++) {
    const tail = TAIL[language].exec(plain.slice(Math.max(start, end - 16), end))?.[0].length ?? 0;
    if (tail === 0 || end - tail < start) break;
    end -= tail;
  }
  return { start, end };
}
