/** Parts of a message that ask for different tools by their words and are one request all the same. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Facts } from '../reading/facts.ts';
import { findHits, type Reading } from '../reading/message.ts';
import type { RankedTool } from '../scoring/ranking.ts';

type Tasks = ReadonlySet<Task | undefined>;
const MAKES_OF_TEXT: Tasks = new Set<Task>(['translation', 'speech', 'embedding', 'extraction']);
const HAS_SOURCES: Tasks = new Set<Task>(['search', 'writing', 'reading', 'article']);
const READS_ADDRESS: Tasks = new Set<Task>(['reading', 'picture', 'transcript']);
const WORKS_ON_ADDRESS: Tasks = new Set<Task>([
  'reading',
  'writing',
  'extraction',
  'translation',
  'speech',
  'selection',
  'crawl',
]);

interface Part {
  start: number;
  end: number;
  facts: Facts;
}

/** “I need the oven temperature and the baking time out of https://…”: what stands before “and” is the same list. */
export const isListFor = (
  before: RankedTool,
  now: RankedTool,
  last: Part,
  own: Part,
  cut: { isStrong: boolean } | null,
): boolean =>
  !cut?.isStrong &&
  !before.isAsked &&
  now.isAsked &&
  (now.task === 'extraction' || now.task === 'selection') &&
  own.facts.pages.length > 0 &&
  last.facts.spans.length === 0;

/** “Put this into Spanish. Keep the paragraphs.”: how the text below is to be worked on. */
export const isStyle = (before: RankedTool, now: RankedTool, { pasted }: Reading): boolean =>
  pasted !== null && before.isAsked && MAKES_OF_TEXT.has(before.task) && !now.isAsked && now.task === 'writing';

/** “Look up …, with the paid geocoder”: how, not what. */
export const isMannerOf = (before: RankedTool, now: RankedTool, { start, end }: Part, { command }: Reading): boolean =>
  (!before.isAsked || before.task === 'reading') &&
  now.variant !== null &&
  /^[\s,.]*(?:please )?(?:with|using|via|through|use|by means of|on) /.test(command.slice(start, end)) &&
  HAS_SOURCES.has(before.task);

/** “https://… loads slowly, so …”: the request comes after its address. */
export const isAboutAddress = (before: RankedTool, now: RankedTool, last: Part, own: Part): boolean =>
  !before.isAsked &&
  now.isAsked &&
  WORKS_ON_ADDRESS.has(now.task) &&
  last.facts.spans.some(({ kind }) => kind === 'url') &&
  own.facts.spans.length === 0 &&
  READS_ADDRESS.has(before.task);

/** “…会議の録音です。文字にしたうえで…”: what was added to the address asks by itself. */
export const isWorkedOn = ({ task }: RankedTool, { start, end }: Part, reading: Reading): boolean =>
  task === 'transcript' && findHits(reading, start, end).some(({ key }) => key.kind === 'verb' && key.task === task);
