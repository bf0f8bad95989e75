/** Finds requests of a message that no planned step serves, so that none is dropped silently. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findHits, type Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { RouteLanguage } from '../types.ts';
import type { StepPlan } from './plan.ts';
import { asksForChange, asksForToday, isMeasure } from './questions.ts';

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

/** The address of a host, which no tool looks up. */
const HOST_ADDRESS = /(?<![a-z])ip(?: address)? (?:of|for|behind) (?!\d)|(?<![a-z])[a-z-]+\.[a-z]{2,}(?:の|的)ip/;

/** Something said or seen before, which nobody keeps: さっきの記事. */
const EARLIER =
  /^(?:さっき|先ほど|前回|この前)の|^(?:继续|接着|把)?刚才的?|(?:話した|言ってた|例の|あの)件|(?<![a-z])(?:article|page|file|text|e-?mail|link|picture|one) (?:that )?(?:i|we) (?:just )?(?:sent|gave|showed|mentioned)|(?<![a-z])(?:that|the) (?:article|page|one) (?:from before|again)(?![a-z])/;

/** “In dollars, no wait, in euros”: what was said before is taken back. */
const CORRECTION =
  /[,.;] (?:no,? wait|wait,? no|scratch that|i mean|or rather|actually,? no)(?![a-z])|[、。]ではなくて?|、いや、?|、やっぱり|[，,。]不对|[，,。]不，/;

/** An order behind another request: “and then email it to Lars”, “and rent a car there”. */
const ORDER_BEHIND =
  /(?:,|;|\.|(?<![a-z])(?:and|then)) (?:then )?(?:please )?(?:(?:e-?mail|send|text|message|forward|post|share|upload|print|save) (?:it|them|this|that|the|me|him|her|us|a copy)|(?:rent|book|buy|order|reserve|pay for|call|schedule) (?:an?|the|me|us|it|two|some|my))(?![a-z])|て(?:から|、)?.{0,8}(?:に送って|送っといて|予約して|買って|注文して|メールして|電話して|投稿して|保存して)|(?:并|然后|再|顺便|并且|，)(?:帮我|请)?(?:.{0,4}(?:发给|发到|发送|寄给|转给|打给)|订|预订|买[张个份点]|下单|付款|打电话|保存到)/;

/** “Explain … in English” asks for more than a translation. */
const EXPLAINED =
  /^(?:count|sing|recite|spell|list) |数えて|数到|語で(?:説明|解説|要約)|用.{1,3}[语文](?:怎么)?(?:解释|说明|概括)/;

/** “How much is a Shiba Inu puppy” asks for no coin. */
const PET = /(?<![a-z])(?:pupp(?:y|ies)|dogs?|breeds?|breeders?)(?![a-z])|子犬|仔犬|犬種|ブリーダー|[一两几0-9]只|幼犬/;

/** Kinds of words that ask for nothing by themselves. */
const UNSPECIFIC: ReadonlySet<string> = new Set(['polite', 'region', 'back']);

/** An order that neither a tool nor a language model carries out: buying, sending, playing, drawing. */
const ORDER =
  /^(?:please |can you |could you )*(?:put \d[\d,.]* [a-z]+ (?:in|into|on)(?![a-z])|(?:buy|sell|send|invest|stake|withdraw|deposit|transfer|pay|order|book|reserve|call|cancel|delete|download|upload|remind|ping)(?! me (?:some|a few) ideas)|set (?:an? |my )?(?:alarm|timer|reminder)|(?:take )?(?:a )?screenshot|play (?:some |a |my )?(?:music|songs?|jazz|rock|pop|video|podcast|radio|playlist)|(?:draw|paint|sketch) (?:me )?(?:a|an|the)(?! (?:ascii|svg|conclusion|comparison)))(?![a-z])|(?:買って|売って|送って|送金して|払って|注文して|予約して|購入して|売却して|再生して|描いて|ダウンロードして|リマインドして)(?:ください|下さい|おいて|ね|よ)?[。！!]*$|^(?:请|帮我|麻烦你?)*(?:给.{1,8}[转寄汇打]|买入?|卖出?|订(?!婚)|转账|付款|支付|下单|购买|出售|播放|截图|下载|提醒我|画一?[张个只幅])(?!家|方)/;

/** A picture to be made, which no tool does; a drawing in letters or code is a text. */
const PICTURE =
  /(?<![a-z])(?:generate|create|make|draw|paint|design|produce|render)(?: me)?(?: an?| the| some| two| three)?(?: [a-z]+){0,2} (?:photos?|pictures?|images?|pics?|icons?|posters?|logos?|wallpapers?|videos?|movies?|animations?|illustrations?|drawings?|paintings?)(?![a-z])|(?:画像|写真|イラスト|動画|アニメーション|アイコン|ロゴ|ポスター|壁紙|絵)を?.{0,6}(?:作|生成|描|書い)|(?:做|生成|画|制作|设计|弄)(?:一?[张个幅份])?.{0,10}(?:图片|照片|视频|动画|海报|图标|头像|壁纸|插画|图(?![书形表案]))|(?<![a-z])(?:logo|icon|poster|picture|photo) .{0,30}(?:make|create|draw) (?:one|it)(?![a-z])/;
const IN_LETTERS = /ascii|svg|prompt|idea|concept|プロンプト|アイデア|提示词|创意/;
/** Something in the house or the account, or a change to be kept: 把灯关了, 替えておいて. */
const CHORE_ORDER =
  /(?<![a-z])(?:turn|switch) (?:on|off|up|down)(?![a-z])|(?:替え|換え|両替し|つけ|消し|止め|開け|閉め|買っ|入れ|送っ)て(?:おいて|ください)?[。！!]*$|^(?:请|帮我)?把.{1,8}(?:关|打开|开|调)[了上下掉]?[。！!]*$/;

export function hasUnservedRequest(
  reading: Reading,
  planned: Pick<StepPlan, 'steps' | 'leftOut' | 'entities'>,
  { findTask }: Pick<Vocabulary, 'findTask'>,
): boolean {
  const { language, hits, text, command } = reading;
  const { plain } = text;
  const { steps, leftOut } = planned;
  if (isOrder(reading) || CORRECTION.test(plain)) return true;
  if (HOST_ADDRESS.test(plain) || ORDER_BEHIND.test(command) || EARLIER.test(plain.trim())) return true;
  if (EXPLAINED.test(plain) && steps.every(({ tool }) => findTask(tool) === 'translation')) return true;
  const narrow = steps.filter(({ tool }) => NARROW.has(findTask(tool)));
  if (narrow.length > 0 && asksForToday(reading)) return true;
  // Pounds may weigh something.
  if (isMeasure(reading) && steps.some(({ tool }) => findTask(tool) === 'exchange')) return true;
  if (narrow.length === 0 || narrow.length < steps.length) return false;
  if (asksForChange(reading)) return true;
  if (leftOut.length > 0) return false;
  const used = steps.flatMap(({ input }) => Object.values(input).map((value) => String(value).toLowerCase()));
  if (hasUnknownWord(reading, planned.entities, used)) return true;
  const tasks = new Set(steps.map(({ tool }) => findTask(tool)));
  if (tasks.has('coinPrices') && PET.test(plain)) return true;
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

/** Nothing is given to work on: “send”, not “Translate: send me the bill”. */
export const isOrder = ({ text: { plain }, spans, pasted }: Reading): boolean =>
  pasted === null &&
  spans.every(({ kind }) => kind === 'url' || kind === 'ip') &&
  (ORDER.test(plain.trim()) || CHORE_ORDER.test(plain.trim()) || (PICTURE.test(plain) && !IN_LETTERS.test(plain)));

/** Words that tools with narrow inputs need not know: comparisons, and what surrounds an address. */
const HARMLESS =
  /(?<![a-z])(?:than|vs|versus|one|server|owns?|owner|registered|host|street|here|where|i|am|we|are|my|me|stronger|weaker|warmer|colder|hotter|cooler|wetter|drier|sunnier|windier|more|less|higher|lower|any|some|chances?|feels|like|per|on earth|gets?|plan|gonna|going|nah|or|can|could|you|pls|plz|quick|quickly|hey|hi|ok|so|just|really|btw|rn|atm|exactly|right|still|even|ride|trip|drive|long|takes?|miles|kilomet(?:er|re)s|km|two|three|four|five|six|seven|few|days?)(?![a-z])|[ぁ-ゖ]+|鳴り|所有者|持ち主|管理者|离|距离?|多远|币|枚|个|個|[吗呢吧呀啊哦嘛的了是有在哪里儿边更最还也都就这那您你我们请问麻烦告诉谢现多少啥么怎样如何跟和与到从用要想会能可以知道看查一]/g;

/** A word that is neither known nor a part of an input: “avoiding motorways”, “version 1.2.3.4”. */
function hasUnknownWord(
  { text: { plain }, hits, spans, denials }: Reading,
  entities: StepPlan['entities'],
  used: readonly string[],
): boolean {
  const isKnown = new Uint8Array(plain.length);
  for (const { start, end } of [...hits, ...entities, ...spans, ...denials]) isKnown.fill(1, start, end);
  for (const said of used) {
    if (said === '') continue;
    for (let at = plain.indexOf(said); at >= 0; at = plain.indexOf(said, at + said.length))
      isKnown.fill(1, at, at + said.length);
  }
  const rest = Array.from({ length: plain.length }, (_, at) => (isKnown[at] ? ' ' : plain.charAt(at))).join('');
  return /\p{L}{2}|\p{Script=Han}/u.test(rest.replace(HARMLESS, ' '));
}

function listParts(plain: string, language: RouteLanguage): { start: number; end: number }[] {
  const joints = [...plain.matchAll(JOINT[language])];
  const starts = [0, ...joints.map(({ 0: text, index }) => index + text.length)];
  return joints.length === 0 ? [] : starts.map((start, at) => ({ start, end: joints[at]?.index ?? plain.length }));
}
