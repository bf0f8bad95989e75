/** Finds requests of a message that no planned step serves, so that none is dropped silently. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findHits, type Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { StepPlan } from './plan.ts';

/** Tools that take no free text, which could hold the rest of the message. */
const NARROW: ReadonlySet<Task | undefined> = new Set<Task>([
  'forecast',
  'position',
  'address',
  'journey',
  'exchange',
  'coinPrices',
]);

const JOINT = /[,;.?!] (?:and |but )?|(?<![a-z])(?:and|then|also|plus)(?: also| then)? /g;
const ASKING =
  /^(?:what|who|whose|which|when|why|how|where|find|get|give|show|tell|book|flights?|hotels?|restaurants?|tickets?)(?![a-z])/;

/** Kinds of words that ask for nothing by themselves. */
const UNSPECIFIC: ReadonlySet<string> = new Set(['polite', 'region', 'back']);

/** English only: in other languages requests are not joined by words of their own. */
export function hasUnservedRequest(
  { command, language, hits }: Reading,
  { steps, leftOut }: Pick<StepPlan, 'steps' | 'leftOut'>,
  { findTask }: Pick<Vocabulary, 'findTask'>,
): boolean {
  if (language !== 'en' || steps.length === 0 || leftOut.length > 0) return false;
  if (!steps.every(({ tool }) => NARROW.has(findTask(tool)))) return false;
  const used = steps.flatMap(({ input }) => Object.values(input).map((value) => String(value).toLowerCase()));
  return listParts(command).some(({ start, end }) => {
    const words = command.slice(start, end).trim();
    if (!ASKING.test(words) || used.some((value) => value.includes(words))) return false;
    return !findHits({ hits }, start, end).some(({ key }) => !UNSPECIFIC.has(key.kind));
  });
}

function listParts(command: string): { start: number; end: number }[] {
  const joints = [...command.matchAll(JOINT)];
  const starts = [0, ...joints.map(({ 0: text, index }) => index + text.length)];
  return joints.length === 0 ? [] : starts.map((start, at) => ({ start, end: joints[at]?.index ?? command.length }));
}
