/** Parts of a message that ask for different tools by their words and are one request all the same. */
import type { Facts } from './facts.ts';
import { hitsBetween, type Reading } from './reading.ts';
import type { Ranked } from './score.ts';

interface Part {
  start: number;
  end: number;
  facts: Facts;
}

/** “I need the oven temperature and the baking time out of https://…”: what stands before “and” is the same list. */
export const isListFor = (
  before: Ranked,
  now: Ranked,
  last: Part,
  own: Part,
  cut: { isStrong: boolean } | null,
): boolean =>
  !cut?.isStrong &&
  !before.isAsked &&
  now.isAsked &&
  /^(?:smart-extract|scrape)$/.test(now.tool) &&
  own.facts.pages.length > 0 &&
  last.facts.spans.length === 0;

/** “Put this into Spanish. Keep the paragraphs.”: how the text below is to be worked on. */
export const isStyle = (before: Ranked, now: Ranked, { pasted }: Reading): boolean =>
  pasted !== null &&
  before.isAsked &&
  /^smart-(?:translate|tts|embed|extract)$/.test(before.tool) &&
  !now.isAsked &&
  now.tool === 'smart-llm';

/** “Look up …, with the paid geocoder”: how, not what. */
export const isHowOf = (before: Ranked, now: Ranked, { start, end }: Part, { command }: Reading): boolean =>
  (!before.isAsked || before.tool === 'smart-read') &&
  now.variant !== null &&
  /^[\s,.]*(?:please )?(?:with|using|via|through|use|by means of|on) /.test(command.slice(start, end)) &&
  /^(?:smart-(?:search|llm|read)|encyclopedia)$/.test(before.tool);

/** “https://… loads slowly, so …”: the request comes after its address. */
export const isAboutAddress = (before: Ranked, now: Ranked, last: Part, own: Part): boolean =>
  !before.isAsked &&
  now.isAsked &&
  /^(?:smart-(?:read|llm|extract|translate|tts)|scrape.*)$/.test(now.tool) &&
  last.facts.spans.some(({ kind }) => kind === 'url') &&
  own.facts.spans.length === 0 &&
  /^(?:smart-read|vision|smart-stt)$/.test(before.tool);

/** “…会議の録音です。文字にしたうえで…”: what was added to the address asks by itself. */
export const isWorkedOn = ({ tool }: Ranked, { start, end }: Part, reading: Reading): boolean =>
  tool === 'smart-stt' && hitsBetween(reading, start, end).some(({ key }) => key.kind === 'verb' && key.tool === tool);
