/** Finds tools for messages by what was learned: the same message, the same route. */
import { LRUCache } from 'lru-cache';
import type { Registry } from '../../kernel/tool/registry.ts';
import { runOnce } from '../../lib/memoize.ts';
import { truncate } from '../../text/truncate.ts';
import type { Job } from '../filling/job.ts';
import { addStep } from '../filling/steps.ts';
import { createExtents } from '../learned/extents.ts';
import { readWeights } from '../learned/weights.ts';
import { createWording, type Wording } from '../learned/wording.ts';
import { readFacts } from '../reading/facts.ts';
import type { Reading } from '../reading/message.ts';
import { readMessage } from '../reading/reading.ts';
import { CHORE, createVocabulary, type Vocabulary } from '../reading/vocabulary.ts';
import type { Clause } from '../scoring/ranking.ts';
import type { Route, RouteOptions, Router } from '../types.ts';
import { estimateConfidence } from './confidence.ts';
import { interpretMessage } from './interpretation.ts';
import { findMissingThing } from './missing-things.ts';
import type { StepPlan } from './plan.ts';
import { findSmallTalk } from './small-talk.ts';
import { buildTemplate, rebindRoute } from './template.ts';
import { isOrder } from './unserved.ts';

const ALTERNATIVES_MAX = 3;

/** Short messages of the last minutes, each with its route: the same message has the same one, whoever asks. */
const KEPT_MAX = 500;
const KEPT_MS = 600_000;
const KEPT_CHARS_MAX = 500;

/** Reads the tools' lexicons and the learned wording with the first message, not at start. */
export function createRouter(registry: Registry): Router {
  const vocabulary = runOnce(() => ({ ...createVocabulary(registry), extents: createExtents(readWeights('extents')) }));
  const wording = runOnce(() => createWording(readWeights('wording')));
  const routes = new LRUCache<string, Route>({ max: KEPT_MAX, ttl: KEPT_MS });
  const route: Router['route'] = (message, options = {}) => {
    const key = `${options.language ?? ''} ${options.category ?? ''} ${message}`;
    const cachedRoute = routes.get(key);
    if (cachedRoute) return structuredClone(cachedRoute);
    const fresh = findRoute(message, vocabulary(), wording(), options);
    if (message.length <= KEPT_CHARS_MAX) routes.set(key, structuredClone(fresh));
    return fresh;
  };
  return {
    route,
    rebind: (cached, message) => rebindRoute(cached, route(message, { language: cached.language }), vocabulary()),
  };
}

function findRoute(message: string, vocabulary: Vocabulary, wording: Wording, options: RouteOptions): Route {
  const reading = readMessage(message, vocabulary, options.language);
  const interpretation = interpretMessage(reading, vocabulary, wording, options);
  const { clauses, planned } = interpretation;
  const missing = findMissingThing(reading);
  if (missing !== null) {
    const tool = planned.chosen[0]?.tool ?? vocabulary.findTool('writing') ?? '';
    Object.assign(planned, { steps: [], chosen: [], leftOut: [{ tool, target: message.trim(), missing }] });
  }
  const isUnderstood = planned.steps.length + planned.leftOut.length > 0;
  const smallTalk = isUnderstood ? null : findSmallTalk(reading);
  if (!isUnderstood && smallTalk === null) fallBack(reading, vocabulary, clauses, planned, options);
  const { template, entities } = buildTemplate(reading, planned.entities);
  return {
    steps: planned.steps,
    leftOut: planned.leftOut,
    confidence: estimateConfidence(reading, interpretation, !isUnderstood && planned.steps.length > 0, vocabulary),
    language: reading.language,
    matched: planned.chosen.map(({ tool, ranked }) => ({ tool, terms: [...ranked.terms] })),
    alternatives: listAlternatives(clauses, planned, vocabulary),
    template,
    entities,
    ...(smallTalk === null ? {} : { smallTalk }),
  };
}

/** Adds the step of a language model for a question that no other tool answers; none for a greeting, nonsense or a chore. */
function fallBack(
  reading: Reading,
  vocabulary: Vocabulary,
  clauses: readonly Clause[],
  planned: StepPlan,
  options: RouteOptions,
): void {
  const end = reading.command.length;
  const clause = clauses[0] ?? { start: 0, end, facts: readFacts(reading, 0, end), ranked: [] };
  const model = vocabulary.tools.get(vocabulary.findTool('writing') ?? '');
  if (!model || (options.category !== undefined && model.category !== options.category)) return;
  if (isOrder(reading) || OWN.test(reading.text.plain)) return;
  if (clauses.some(({ ranked }) => ranked[0]?.tool === CHORE && ranked[0].score >= 0.6)) return;
  const best = clause.ranked[0];
  const missing = best?.task === 'exchange' ? 'currency' : best?.task === 'journey' ? 'ends' : undefined;
  if (missing && best?.isAsked && best.score >= ASKED_MIN) {
    planned.leftOut.push({ tool: best.tool, target: reading.text.original.trim(), missing });
    return;
  }
  if (reading.denials.length > 0 && planned.leftOut.length === 0 && isAllDenied(reading)) return;
  const search = options.category === undefined && isAboutNow(reading) ? vocabulary.findTool('search') : undefined;
  if (search === undefined && !isQuestion(reading)) return;
  const job: Job = { reading, vocabulary, clause, tool: search ?? model.name, plan: planned, isOnly: true };
  const words = reading.text.original.trim();
  addStep(job, job.tool, search === undefined ? { prompt: words } : { query: truncate(words, 400) });
}

/** The caller's own things, which only the caller sees. */
const OWN =
  /(?<![a-z])my (?:own )?(?:account|balance|calendar|orders?|inbox|messages?|contacts|files|photos|schedule|reminders|bank|invoices|subscription|credit)(?![a-z])|(?<![a-z])balance do i have(?![a-z])|(?:私|僕|自分)の(?:予定|口座|残高|アカウント|カレンダー|注文|メール)|(?:我的|我)(?:账户|余额|日历|日程|订单|邮件|收件箱)|^(?:残高|余额)/;

/** “Don't tell me the weather” asks for nothing. */
const isAllDenied = ({ hits, denials }: Reading): boolean =>
  denials.some((denial) => denial.hits.length > 0) &&
  !hits.some(
    ({ key, start, end }) => 'tool' in key && !denials.some((denial) => start >= denial.start && end <= denial.end),
  );

/** A verb of a tool, and nothing of what that needs. */
const ASKED_MIN = 0.4;

const SAID_MIN = { en: 10, ja: 5, zh: 4 } as const;

const VERBS = [
  'write|draft|compose|create|generate|explain|describe|give|suggest|recommend|list|tell|help|make|compare|define|fix|solve|calculate|convert|plan|design|improve',
  'outline|name|rank|find|show|think|pretend|act|teach|prove|code|implement|debug|check|answer|rate|review|imagine|continue|complete|spell|count|sort|classify',
  'turn|reply|respond|argue|simplify|invent|come up|need|want|looking for|ideas?|advice|best|rewrite|summari[sz]e|history|meaning|definition|difference|causes?|[a-z]{3,}est|brainstorm|translate|use|ask|let',
];
/** Words of a question or an instruction. */
const ASKS = {
  en: new RegExp(
    `\\?|(?:^|[^a-z])(?:who|whose|what|whats|when|where|why|how|which|is|are|can|could|do|does|did|should|would|will|was|were|has|have|${VERBS.join('|')})(?![a-z])`,
  ),
  ja: /[?？]|か[。!！]?$|何|なに|なん|どう|なぜ|どこ|いつ|誰|だれ|どれ|どの|どんな|いくら|いくつ|教え|説明|書い|考え|作っ|作成|提案|まとめ|比べ|比較|とは|意味|違い|方法|やり方|(?:し|って|んで|いて)て?(?:ください|ほしい|下さい|くれ)?[。!！]*$|たい|お願い|の高さ|名前|要約|丁寧|直して|[はの][。]?$/,
  zh: /[?？吗呢]|什么|怎|为何|为什么|谁|哪|几|多少|多[大高长远重深久]|如何|是否|能不能|可以|写|解释|介绍|推荐|建议|列出|给我|帮|告诉|说明|比较|区别|意思|想|做|编|设计|总结|改|生成|起名|讲|聊|翻译|回答|用.{1,12}[来把]|把/,
} as const;

/** Says enough in known words to be answered, and is more than a greeting. */
function isQuestion({ command, hits, language, text }: Reading): boolean {
  const words = command.replace(/[^\p{L}\p{N}]/gu, '');
  const greeted = hits
    .filter(({ key }) => key.kind === 'greeting')
    .reduce((sum, { start, end }) => sum + end - start, 0);
  const isRepeated = new Set(command.match(/\p{L}+/gu)).size === 1 && language === 'en';
  return (
    hits.length > 0 &&
    ASKS[language].test(text.plain) &&
    !isRepeated &&
    words.length >= SAID_MIN[language] &&
    greeted < words.length * 0.5
  );
}

const WHO =
  /(?:^|[^a-z])(?:who|which|what|when|how|where|is|are|was|were|will|does|did|has|price|cost)(?![a-z])|誰|だれ|どちら|どっち|どこ|いつ|何|谁|誰|哪|什么|几|多少|いくら|[?？吗]|か。?$/;
/** Words of these days that make a search of any message. */
const LATEST =
  /(?:^|[^a-z])(?:latest|newest|current|near|nearby|when is the next|next (?:month|year)|yesterday|tonight|pollen|nearest|closest|opening (?:hours|times)|(?:stock|share|gold|oil) prices?|market cap|flights?|hotels?|price of (?:gold|silver|oil|gas))(?![a-z])|最新|最寄|近くの|営業時間|試合|おいしい.{0,8}(?:屋|店)|营业时间|航空券|机票|足金|最近的|黄金|金の価格|金価格|金价|来年|来月|明年|下个月|后年|今何|今の|现在|現在|附近|近く|几点|昨日|昨夜|昨天|昨晚|明日の|最近|株価|股价/;
/** Those that make a search of a question. */
const NOW_WORDS = [
  'won|wins|winner|winning|scored?|elected|beat|currently|now|today|recent(?:ly)?|tomorrow|so far|open|available',
  'last [a-z]+|this (?:week|month|year)|what time|on sale|in stock|live|20(?:2[4-9]|[3-9]\\d)',
];
const NOW = new RegExp(
  `(?:^|[^a-z])(?:${NOW_WORDS.join('|')})(?![a-z])|勝[つたちっ]|優勝|当選|今日|いま|明日|先週|今年|明天|赢|获胜|夺冠|当选|比分|今天|上周|目前|现任`,
);

/** Holders of an office, and what markets will do. */
const CHANGING =
  /(?<![a-z])who(?:'s| is) (?:the )?(?:current )?(?:[a-z]+ ){0,2}(?:president|minister|chancellor|king|queen|pope|mayor|governor|ceo|chair(?:man|woman)?|coach|manager|leader|head|owner|champion) (?:of|in|at|for)(?![a-z])|(?<![a-z])will (?:[a-z]+ ){1,4}(?:rise|fall|drop|crash|go (?:up|down)|appreciate|depreciate)(?![a-z])|の(?:首相|総理|大統領|社長|知事|市長|監督|国王|党首)(?:は|って|が)?(?:誰|だれ)|(?:总统|總統|总理|首相|主席|市长|省长|总裁|董事长|主教练|国王)(?:现在)?是(?:谁|哪)|会.{0,6}(?:升值|贬值|上涨|下跌|涨|跌)|(?:上が|下が)(?:る|り)(?:か|の|ます)/;

/** “who won … yesterday”, “latest iPhone price”: a model has no current knowledge. */
function isAboutNow({ text: { plain }, hits }: Reading): boolean {
  // What stands behind a colon is a text to work on.
  const asked = plain.split(/[:：]/, 1).join('');
  const isAboutCoin = hits.some(({ key }) => key.kind === 'coin') && YEAR.test(asked);
  return isAboutCoin || LATEST.test(asked) || CHANGING.test(asked) || (NOW.test(asked) && WHO.test(asked));
}

const YEAR = /(?:19|20)\d\d/;

function listAlternatives(
  clauses: readonly Clause[],
  { chosen }: StepPlan,
  { tools }: Vocabulary,
): Route['alternatives'] {
  const best = new Map<string, number>();
  for (const { tool, score } of clauses.flatMap(({ ranked }) => ranked)) {
    if (!tools.has(tool)) continue;
    best.set(tool, Math.max(best.get(tool) ?? 0, score));
  }
  for (const { tool, ranked } of chosen) {
    best.delete(tool);
    best.delete(ranked.tool);
  }
  return [...best]
    .map(([tool, score]) => ({ tool, score: Math.round((1 - 1 / (1 + score)) * 1000) / 1000 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, ALTERNATIVES_MAX);
}
