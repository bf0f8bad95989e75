/** Where the text of a task comes from: the message, an earlier step, or an address. */
import { originalAt } from '../normalise.ts';
import type { Piece } from '../residue.ts';
import { type Job, quotesFor } from './job.ts';
import { fillPage, pageOrSound } from './pages.ts';

export const within = ({ clause }: Job, { start, end }: { start: number; end: number }): boolean =>
  start >= clause.start && end <= clause.end;

/** The text that was pasted; that of another request is nobody else's. */
export function pastedFor({ reading }: Job): Piece | null {
  const { pasted, text } = reading;
  return pasted && { ...pasted, value: originalAt(text, pasted.start, pasted.end).trim() };
}

/** Quoted or pasted text; the longest quotation where there are several. */
export function givenText(job: Job): Piece | null {
  const quotes = quotesFor(job).filter((quote) => !isParameter(job, quote));
  const longest = quotes.reduce<Piece | null>(
    (best, quote) => (best && best.value.length >= quote.value.length ? best : quote),
    null,
  );
  return longest ?? pastedFor(job);
}

/** voice "nova" */
const isParameter = ({ reading: { command } }: Job, { start }: Piece): boolean =>
  /(?:voice|voiceid|model|selector|声|ボイス|音色)[ :=は]*$/.test(command.slice(Math.max(0, start - 12), start));

/** The step that reads the address, or the one before: where a text comes from that is not in the message. */
export function sourceOf(job: Job): boolean {
  const { clause } = job;
  const { pages, sounds, images } = clause.facts;
  if (pages.length + sounds.length + images.length === 0) {
    if (job.plan.steps.length > 0) return true;
    return job.isOnly && pageOrSound({ ...job, clause: { ...clause, start: 0, end: job.reading.command.length } });
  }
  const isKnown = job.plan.steps.some(({ input }) =>
    [...pages, ...sounds, ...images].some(({ value }) => Object.values(input).includes(value)),
  );
  return isKnown || (images.length > 0 ? fillPage({ ...job, tool: 'vision' }) : pageOrSound(job));
}

export const isBack = ({ reading }: Job, { start, end }: Piece): boolean => {
  const rest = reading.hits.filter(({ key, ...hit }) => key.kind === 'back' && hit.start >= start && hit.end <= end);
  const covered = rest.reduce((most, hit) => Math.max(most, hit.end - hit.start), 0);
  return covered >= (end - start) * 0.5 || (rest.length > 0 && end - start < 24);
};

const LEAD =
  /^(?:[\s,.:;、，。：]+|please |can you |could you |would you |hey |just |the phrase |the sentence |the word |the words |the following |this sentence |this phrase |phrase |word |for |of |is |to |into |in |me |i want to |how |what is |what's |帮我|请|麻烦|把|将|下面这句话?|这句话|这句|一下|请问|次の文|次の|以下の|ねえ|すみません|想知道|用|那|help me |say |with |and )/;
const TAIL =
  /(?:[\s,，、:：]+|please|pls| to| into| in| for me|って|という(?:の|文|言葉|意味)?(?:は|を)?|と|を|は|の|用|成|把|这句话|这个词|这句|的|一下| say|ください|して|から|thanks|thank you\?| is| would be| be)$/;

export function trimmedText(plain: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  for (let round = 0; round < 12; round++) {
    const head = LEAD.exec(plain.slice(start, Math.min(end, start + 24)))?.[0].length ?? 0;
    if (head === 0 || start + head > end) break;
    start += head;
  }
  for (let round = 0; round < 4; round++) {
    const tail = TAIL.exec(plain.slice(Math.max(start, end - 16), end))?.[0].length ?? 0;
    if (tail === 0 || end - tail < start) break;
    end -= tail;
  }
  return { start, end };
}
