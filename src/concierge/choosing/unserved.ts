/** Finds requests of a message that no planned step serves, so that none is dropped silently. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findHits, type Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { RouteLanguage } from '../types.ts';
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

const JOINT = {
  en: /[,;.?!] (?:and |but )?|(?<![a-z])(?:and|then|also|plus)(?: also| then)? /g,
  ja: /[、。,]|と(?!も)|および|それから|あと/g,
  zh: /[，。,、]|和|以及|还有|跟/g,
} as const;
const ASKING =
  /^(?:what|who|whose|which|when|why|how|where|find|get|give|show|tell|book|flights?|hotels?|restaurants?|tickets?|(?:the |its )?[a-z]+ of)(?![a-z])/;
/** Behind “and”: anything but a remark. */
const ADDED =
  /^(?!(?:thanks|thank you|please|quickly|now|the surroundings|surroundings|if so|be |i |i'm |we |that's |just )\b)/;
const SMALL_WORDS =
  /(?<![a-z])(?:the|its|of|in|for|to|there|it|please|too|both|respectively|thanks)(?![a-z])|[のはをがに的]/g;

/** Kinds of words that ask for nothing by themselves. */
const UNSPECIFIC: ReadonlySet<string> = new Set(['polite', 'region', 'back']);

/** An order that no tool carries out: buying, paying, sending, calling. */
const ORDER =
  /^(?:please |can you |could you )*(?:buy|sell|send|transfer|pay|order|book|reserve|call|cancel|delete)(?! me)(?![a-z])|(?:買って|売って|送って|送金して|払って|注文して|予約して|購入して|売却して)(?:ください|下さい|おいて|ね|よ)?[。！!]*$|^(?:请|帮我|麻烦你?)*(?:给.{1,8}[转寄汇]|买入?|卖出?|转账|付款|支付|下单|购买|出售)(?!家|方)/;

export function hasUnservedRequest(
  { language, hits, text: { plain } }: Reading,
  { steps, leftOut }: Pick<StepPlan, 'steps' | 'leftOut'>,
  { findTask }: Pick<Vocabulary, 'findTask'>,
): boolean {
  if (steps.length === 0 || !steps.every(({ tool }) => NARROW.has(findTask(tool)))) return false;
  if (ORDER.test(plain.trim())) return true;
  if (leftOut.length > 0) return false;
  const tasks = new Set(steps.map(({ tool }) => findTask(tool)));
  const used = steps.flatMap(({ input }) => Object.values(input).map((value) => String(value).toLowerCase()));
  return listParts(plain, language).some(({ start, end }) => {
    const words = plain.slice(start, end).trim();
    const rest = used.reduce((text, value) => text.replace(value, ''), words);
    // “Who owns 8.8.8.8 and …”: the request itself, whatever its words.
    if (start === 0 && used.some((value) => words.includes(value))) return false;
    if (used.some((value) => value.includes(words)) || !/\p{L}{2}/u.test(rest.replace(SMALL_WORDS, ''))) return false;
    if (language === 'en' && !(start > 0 ? ADDED : ASKING).test(words)) return false;
    return !findHits({ hits }, start, end).some(({ key }) =>
      'tool' in key ? tasks.has(key.task) : !UNSPECIFIC.has(key.kind),
    );
  });
}

function listParts(plain: string, language: RouteLanguage): { start: number; end: number }[] {
  const joints = [...plain.matchAll(JOINT[language])];
  const starts = [0, ...joints.map(({ 0: text, index }) => index + text.length)];
  return joints.length === 0 ? [] : starts.map((start, at) => ({ start, end: joints[at]?.index ?? plain.length }));
}
