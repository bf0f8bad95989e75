/** Tells which messages that no tool serves are questions for a model, which need a search, and which nobody can answer. */
import { countGreetingChars, countLetters, type Reading } from '../reading/message.ts';

/** The caller's own things and doings, which only the caller knows, and what chance decides. */
const OWN = [
  /(?<![a-z])my (?:own )?(?:account|balance|calendar|orders?|inbox|messages?|contacts|files|photos|schedule|reminders|bank|invoices|subscription|credit)(?![a-z])/,
  /(?<![a-z])balance do i have(?![a-z])|(?<![a-z])(?:did|will|was|were) i(?![a-z])|do you remember/,
  /^(?:so |and |hey,? )?(?:where|when|which|whose|how)(?:'s|s| is| are| was| were| will| did| does)? (?:my|our)(?! (?:name|ip)(?![a-z]))(?![a-z])/,
  /(?:私|僕|俺|自分)の(?:予定|口座|残高|アカウント|カレンダー|注文|メール|.{1,12}(?:いつ|どこ|何時|届))|^(?:残高|余额)/,
  /(?:我的|我)(?:账户|余额|日历|日程|订单|邮件|收件箱)|我的.{1,10}(?:在哪|什么时候|几点|到了吗)|我会.{1,12}吗/,
  /(?<![a-z])(?:neighbou?r|friend|boss|wife|husband|girlfriend|boyfriend|colleague|coworker)(?:'s|s)?(?![a-z])|phone number/,
  /^what(?:'?s| is) [a-z]+ at\??$/,
  /(?:彼氏|彼女|旦那|妻|夫|上司|同僚|友達|隣の人|男朋友|女朋友|老公|老婆|领导|邻居)(?:は|って|が|の|なに|何|在想|会|想)/,
  /さっき|先ほど|この前の|刚才|刚刚的|(?<![a-z])we were (?:talking|chatting|discussing)(?![a-z])|^(?:near(?:est|by) [a-z ]{2,30}|[a-z ]{2,30} nearby)$|^(?:一番)?(?:近く|最寄り?)の[^のがはを]{1,12}$|^(?:离我最近|附近|周围|周边)的?[^的在]{1,8}$|(?<![a-z])(?:that|the last|the previous) (?:page|one|file|message)(?![a-z])|^\d+(?:能|可以)?(?:换|兑|兑换)多少[?？]?$|(?:一番近い|いちばん近い)(?!.{0,12}(?:から|の近く))|最近的.{1,8}(?:在哪|怎么走)|^(?:おすすめ|オススメ|推荐)(?:は|呢)?[?？]*$/,
  /(?:days|weeks|months|how long) (?:until|till|to go|left)(?![a-z])|^what(?:'?s| is) (?:the date|today'?s date)|^what (?:day|date) is (?:it|today)|まで(?:あと)?何(?:日|週間|ヶ月|か月)|^今日は何(?:日|曜日)|离.{1,10}还有(?:几|多少)天|^今天(?:几号|星期几|是几号|周几)/,
  /^(?:离我)?最近的[^的在]{0,6}(?:站|店|院|场|行|机|局|所|馆|厅)(?:在哪|怎么走)?[?？]?$|我叫什么|^你(?:是谁|叫什么|几岁)|^(?:为什么|为啥|怎么|why|how|なぜ|なんで|どうして)[?？呢 ]*$|what(?:'?s| is) my name(?![a-z])/,
  /^how much (?:is|does|do|are) (?:this|that|it|they|these|those)(?: costs?)?(?![a-z])|^(?:这个|那个)?多少钱[?？]?$|^(?:これ|それ)?いくら(?:です)?か?[?？]?$|^(?:誰が|だれが)(?:作った|開発した)の?[?？]?$|^谁(?:开发|创造|做)了?你/,
  /っけ[?？。]*$|^うちの(?!近く)|^(?:今日|明日|今週|来週|今後)の予定|利用料|^find my |^what(?:'?s| is) the (?:password|wifi|pin)(?![a-z])/,
  /(?:lottery|lotto) numbers|宝くじ.{0,4}番号|(?:彩票|中奖)号码/,
];
/** Behind a colon stands a text to work on. */
const removeGiven = (plain: string): string => plain.split(/[:：]/, 1).join('');

const INVALID_ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;

/** Requests to a model that mention their sender: “tell me”, “what can I cook”. */
const FOR_ME =
  /(?<![a-z])(?:give|tell|show|help|teach|write|make|find|get|explain to|let) (?:me|us)(?![a-z])|(?<![a-z])(?:what|how|where|which|when|why)(?: [a-z]+){0,2} (?:can|could|should|do|would|might) (?:i|we)(?![a-z])|^(?:can|could|may|should) (?:i|we) (?:eat|drink|use|buy|learn|invest)(?![a-z])|(?<![a-z])near (?:me|us)(?![a-z])|[帮给告诉教让]我|我(?:想|要|该|应该|可以|能|需要)/g;
const FIRST_PERSON = /(?<![a-z'])(?:i|i'm|i've|i'll|me|my|we|our|us)(?![a-z])|私|僕|俺|わたし|我/;

/** Things pointed at without a name: “how much does this cost”, “is the pharmacy open”, これは何. */
const POINTED_AT =
  /(?<![a-z])(?:this|that|these|those|he|she|him|her|they|them)(?:'s|s)?(?! (?:days|week|weekend|month|year|morning|afternoon|evening|night|season|summer|winter|spring|autumn|fall|decade|century|time)|[a-z])|(?<![a-z])the (?:meeting|movie|film|book|song|video|shop|store|restaurant|pharmacy|other one)(?: (?:last night|yesterday|today|now|open|closed|on [a-z ]{2,20}))*[?]?$|^(?:これ|それ|あれ|(?:この|その|あの)(?![週月年春夏秋冬辺近ま])|ここ|そこ|彼(?:女|ら)?[はがの])|^(?:这(?![周週月年个個次几])|那(?![么麼不波])|[这那][个個](?![月星])|它|他|她)|(?:这个|那个|它|他|她)(?:是|多少|怎么|为什么)/;

/** Asks for what only its sender knows, whatever words speak for a tool. */
export const isOwn = ({ text: { plain } }: Reading): boolean => OWN.some((pattern) => pattern.test(plain));

/** Neither a model nor a search can know it: only its sender does, or nobody. */
export const isUnknowable = (reading: Reading): boolean => {
  const {
    text: { plain },
    spans,
  } = reading;
  return (
    isOwn(reading) ||
    (spans.length === 0 && !/[:：,，、]/.test(plain) && POINTED_AT.test(plain.trim())) ||
    (spans.length === 0 && FIRST_PERSON.test(removeGiven(plain).replace(FOR_ME, ' '))) ||
    spans.some(({ kind }) => kind === 'url' || kind === 'ip') ||
    INVALID_ADDRESS.test(plain)
  );
};

/** Opening days and hours. */
const OPENING =
  /(?<![a-z])(?:open|opens|close|closes|closed) (?:on|at|until|till) |^(?:is|are) .{2,40} (?:open|closed|running|delayed|cancelled|canceled|down)[?]?$|(?:月|火|水|木|金|土|日)曜.{0,4}(?:休み|やって|開い|営業)|定休日|(?:周|星期)[一二三四五六日天末].{0,3}(?:开门|开放|营业|休息|闭馆)|几点.{0,2}(?:开门|关门)|开门吗/;

/** Results, holders of an office, prices, and what changes with the timetable. */
const OF_TODAY =
  /(?<![a-z])(?:polls?|polling|nikkei|nasdaq|dow jones|s&p 500|ftse|hang seng)(?![a-z])|(?<![a-z])who will win(?![a-z])|日経平均|ナスダック|ダウ平均|上证|恒生|沪深|大盘|の?株(?:は|って)?いくら|门票|票价|(?<![a-z])(?:tickets?|fares?|admission)(?= .{0,40}(?:cost|price))|how much .{0,20}(?:tickets?|fares?)(?![a-z])|(?<![a-z])(?:inflation|unemployment|interest rates?)(?![a-z])|^did .+ (?:win|lose|play)(?![a-z])|(?:拝観|開館|開園)時間|入場料|世論調査|民调|^(?:the )?(?:scores?|results?|winners?|president|prime minister|ceo|owner) of |(?<![a-z])(?:last|first|next) (?:train|bus|ferry|metro|tram)(?![a-z])|timetable|(?<![a-z])(?:time (?:is it )?(?:now )?in|time now)(?![a-z])|(?:今|いま)?何時(?:です)?か?[?？。]?$|(?:现在|现时)?几点(?:了|钟)?[?？。]?$|(?:高铁|火车|航班|飞机|班车)几点|(?:新幹線|電車|バス|飛行機)(?:は|の時間).{0,4}何時|終電|始発|終バス|時刻表|末班车|首班车|时刻表/;

const isOfToday = (asked: string): boolean => OPENING.test(asked) || OF_TODAY.test(asked);

/** Asks for opening hours, results, prices or timetables, which only a search can find. */
export const asksForToday = ({ text }: Reading): boolean => isOfToday(text.plain);

/** “capital of Mongolia”, モンゴルの首都: a question without a word that asks. */
const FACT =
  /[\p{L}]{2}有?多[高长深大远重][?？。]?$|の(?:高さ|長さ|深さ|面積|重さ|寿命|類語|同義語|対義語|反対語|違い|メリット|デメリット)[?？。]?$|的(?:近义词|同义词|反义词|区别|寿命)[?？。]?$|[\d一二三四五六七八九十] ?(?:の)?(?:階乗|的?阶乘)|\d factorial(?![a-z])|^half of \d|^what causes [a-z]|^in (?:what|which) year (?:did|was|were) |^(?:the )?(?:capital|population|area|height|length|depth|currency|flag|author|inventor|meaning|definition|synonyms?|antonyms?|plural|founder|anthem) of (?:the )?[a-z]{2}|の(?:首都|人口|通貨|国歌|国旗|意味|語源)[?？。]?$|的(?:首都|人口|面积|货币|国歌|国旗|意思)[?？。]?$|\d ?の ?\d+ ?乗|[\d一二三四五六七八九十]的.次方|(?<![a-z])(?:sqrt|square root|cube root) of \d|\d ?(?:乘以|除以|加上|减去|かける|わる|[-+x×*/÷]) ?\d/u;

const SAID_MIN = { en: 10, ja: 5, zh: 4 } as const;

const WORK_VERBS = [
  'write|draft|compose|create|generate|explain|describe|give|suggest|recommend|list|tell|help|make|compare|define|fix|solve|calculate|convert|plan|design|improve',
  'outline|name|rank|think|pretend|act|teach|prove|code|implement|debug|answer|rate|review|imagine|continue|complete|spell|count|sort|classify|turn|reply|respond',
  'argue|simplify|invent|come up|rewrite|rephrase|correct|edit|polish|shorten|summari[sz]e|brainstorm|translate',
];
const POLITE =
  "(?:hey|hi|so|ok|and|well|please|pls|quick(?: question)?|can you|could you|would you|i want you to|i'd like you to|do you know)[ ,:!]+";
/** Questions of general knowledge, and work on words: what a model without live data can answer. */
const ASKS = {
  en: new RegExp(
    `^(?:${POLITE})*(?:(?:${WORK_VERBS.join('|')})(?![a-z])` +
      '|who (?:was|were|else|first|(?:[a-z]+ly )?(?:[a-z]+ed|wrote|made|built|sang|said|won|found|led|drew|prints|makes|owns))(?![a-z])' +
      "|(?:what|wh?at)(?:'?s| is| are| was| were| does| do| did| can| could| should| would| causes| happens| makes)(?![a-z])|why(?![a-z])" +
      '|how (?:tall|old|big|deep|long|high|heavy|fast|strong|hot|cold|large|wide|many|much does|do|does|did|can|could|should|to|come|is|are|was|were)(?![a-z])' +
      '|where(?: in [a-z]+)? (?:was|were|is|are|does|do|did|can|should)(?![a-z])|when (?:was|were|did)(?![a-z])|which(?![a-z])' +
      '|(?:is|are|can|does|do|should)(?! (?:you|anyone|anybody|someone|somebody)(?![a-z]))(?![a-z])|if (?:a|an|the|i|you) )' +
      `|(?<![a-z])(?:just|then|instead|but) (?:${WORK_VERBS.join('|')})(?![a-z])` +
      '|(?<![a-z])(?:[a-z]{3,}est|history|meaning|definition|difference|synonyms?|antonyms?|recipe|ideas?|advice|name|pros and cons|which is better)(?![a-z])',
  ),
  ja: /とは|何が|って(?:何(?!円|ドル|元|ユーロ|ウォン)|なに|なん|どう|いう)|意味|違い|教え|説明|書い|考え|作っ|作成|提案|まとめ|比べ|比較|方法|やり方|なぜ|どうして|誰|だれ|生まれ|何(?:年|人|歳|個|メートル|キロ|県|番|月|語|色)|いつ.{1,14}(?:た|したの)[?？]?$|一番|の(?:高さ|長さ|人口|面積|首都|年齢|歴史|名前|仕組み|理由|原因)|直して|要約|かける|わる|いくつ|どう(?:やって|すれば|したら)|べき|得です|た(?:人|年|場所|理由|国)[?？。]?$|何(?:が)?(?:作れ|でき)|どっちが|おすすめの.{2}|[×+÷]|[はの][?？。]?$/,
  zh: /是什么|说得|什么是|什么意思|为什么|为何|怎么|如何|谁(?!知道)|哪(?:一?个|里|一年|国|年|座|条|位|些)|几[个年岁月种]|多[少大高长重深远久](?!钱)|介绍|讲|解释|说明|写|列出|推荐|建议|比较|区别|翻译|总结|改|起名|编|设计|乘以|除以|加上|减去|等于|能不能|是否|历史|好玩|能做|意思|答|是多少磅/,
} as const;

const UNIT =
  '(?:kilos?|kilograms?|kgs?|grams?|ounces?|oz|pounds?|lbs?|stone|miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|cm|mm|celsius|fahrenheit|kelvin|lit(?:er|re)s?|gallons?|cups?|acres?|hectares?)';
/** Measures and distances in space: no currencies, and no ways. */
const MEASURE = new RegExp(
  `(?<![a-z])${UNIT} (?:of [a-z]+ )?(?:to|in|into|is|are|equals?) (?:an? |how many )?(?:\\d+ )?${UNIT}(?![a-z])|how many ${UNIT} (?:in|are|is|make)(?![a-z])` +
    '|how far (?:away )?is (?:the )?(?:moon|sun|mars|venus|jupiter|saturn|mercury|neptune|uranus|pluto)(?![a-z])|(?:キロ|グラム|マイル|センチ|メートル|リットル|ポンド|インチ|フィート)(?:は|って)(?:何|いくつ)|(?:公斤|斤|磅|英里|公里|里|厘米|英尺|英寸|升|加仑|亩)(?:是|等于|合|换算)|(?:坪|畳|平米|平方メートル|合|升|斤|亩)(?:は|って)?(?:何|いくつ)(?:坪|畳|平米|平方|リットル|グラム|キロ|ミリ|合)',
);
export const isMeasure = ({ text }: Reading): boolean => MEASURE.test(text.plain);

/** Says enough in known words to be answered, and is more than a greeting. */
export function isQuestion(reading: Reading): boolean {
  const { command, hits, language, text } = reading;
  const length = countLetters(reading);
  const greeted = countGreetingChars(hits);
  const isRepeated = new Set(command.match(/\p{L}+/gu)).size === 1 && language === 'en';
  const isFact = FACT.test(text.plain);
  // Facts and measures are asked for without a tool's words.
  const isAsked = isFact || MEASURE.test(text.plain) || (hits.length > 0 && ASKS[language].test(text.plain));
  return isAsked && !isRepeated && (isFact || length >= SAID_MIN[language]) && greeted < length * 0.5;
}

const WHO =
  /(?:^|[^a-z])(?:who|which|what|when|how|where|is|are|was|were|will|does|did|has|price|cost)(?![a-z])|誰|だれ|どちら|どっち|どこ|いつ|何|谁|誰|哪|什么|几|多少|いくら|[?？吗]|か。?$/;
/** Words of these days that make a search of any message. */
const LATEST =
  /(?:^|[^a-z])(?:latest|newest|current|at the moment|near|nearby|when is the next|next (?:month|year)|yesterday|tonight|pollen|nearest|closest|air quality|trending|petrol prices?|release date|traffic (?:on|in)|official (?:web)?site|next (?:[a-z]+ )?(?:eclipse|election|holiday|olympics|world cup|full moon|launch|season|episode|match|game|concert|strike)|opening (?:hours|times)|(?:stock|share|gold|oil) prices?|market cap|flights?|hotels?|price of (?:gold|silver|oil|gas))(?![a-z])|公式サイト|官网|大気汚染|空気の質|空气质量|下(?:一)?(?:次|届|场)|次の.{1,10}(?:いつ|何時)|最新|最寄|近くの|営業時間|試合|おいしい.{0,8}(?:屋|店)|营业时间|航空券|机票|足金|最近的|黄金|金の価格|金価格|金价|多少钱|油价|ガソリン価格|の値段|来年|来月|明年|下个月|后年|今何|今の|现在|現在|附近|近く|几点|昨日|昨夜|昨天|昨晚|明日の|最近|株価|股价/;
/** Those that make a search of a question. */
const NOW_WORDS = [
  'won|wins|winner|winning|scored?|elected|beat|currently|now|today|recent(?:ly)?|tomorrow|so far|open|available',
  'last [a-z]+|this (?:week|month|year)|what time|on sale|in stock|live|20(?:2[4-9]|[3-9]\\d)',
];
const NOW = new RegExp(
  `(?:^|[^a-z])(?:${NOW_WORDS.join('|')})(?![a-z])|今晚|今夜(?!.{0,6}夢)|勝[つたちっ]|優勝|当選|今日|いま|明日|先週|今年|明天|赢|获胜|夺冠|当选|比分|今天|上周|目前|现任`,
);

/** Holders of an office, and what markets will do. */
const CHANGING =
  /(?<![a-z])who(?:'s| is) (?:the )?(?:current )?(?:[a-z]+ ){0,2}(?:president|minister|chancellor|king|queen|pope|mayor|governor|ceo|chair(?:man|woman)?|coach|manager|leader|head|owner|champion) (?:of|in|at|for)(?![a-z])|(?<![a-z])(?:will|going to|gonna) (?:[a-z]+ ){0,4}(?:rise|fall|drop|crash|moon|go (?:up|down)|appreciate|depreciate)(?![a-z])|の(?:ceo|cfo|cto|coo)|的(?:ceo|cfo|cto|coo)|の(?:首相|総理|大統領|社長|知事|市長|監督|国王|党首)(?:は|って|が)?(?:誰|だれ)|(?:总统|總統|总理|首相|主席|市长|省长|总裁|董事长|主教练|国王)(?:现在)?是(?:谁|哪)|会.{0,6}(?:升值|贬值|上涨|下跌|涨|跌)|(?:上が|下が)(?:る|り)(?:か|の|ます)/;

export const asksForChange = ({ text }: Reading): boolean => CHANGING.test(text.plain);

/** “who won … yesterday”, “latest iPhone price”: a model has no current knowledge. */
export function isAboutNow({ text: { plain }, hits }: Reading): boolean {
  const asked = removeGiven(plain);
  const isAboutCoin = hits.some(({ key }) => key.kind === 'coin') && YEAR.test(asked);
  return (
    isAboutCoin ||
    LATEST.test(asked) ||
    isOfToday(asked) ||
    CHANGING.test(asked) ||
    (NOW.test(asked) && WHO.test(asked))
  );
}

/** Timeless, however it is asked. */
const TIMELESS =
  /(?<![a-z])(?:mean(?:s|ing)?|planets?|prime|synonyms?|opposite|difference|better than|safe to|healthy|legal to|true that|possible to|capital|moon|sun|earth|in (?:english|spanish|french|german|italian|japanese|chinese|latin))(?![a-z])|意味|違い|首都|意思|区别/;
const PRESENT =
  /^(?:and |so |hey |ok )?(?:is|are|does|do|will) (?!i |you |we |it )|^who(?:'s| is| are| owns| runs| leads| plays| makes| sells)(?![a-z])|^when(?:'s| is| are| does| do| will)(?![a-z])|^(?:how much|what) (?:is|does|do|are|will)? ?(?:a|an|the)? ?(?:minimum|maximum|average|cost|price|fee|tax|wage|salary|ticket|visa)|(?<![a-z])(?:open|closed|available|allowed) (?:in|on|at|to|for)(?![a-z])|(?:は|って)(?:誰|だれ|いつ|いくら)(?:です)?か?[?？]?$|(?:是谁|归谁|什么时候(?!.{0,8}[了的过]))/;

/** Asks how something stands, which a model without current data may know wrongly. */
export const asksForPresent = ({ text: { plain } }: Reading): boolean => {
  const asked = removeGiven(plain).trim();
  return PRESENT.test(asked) && !TIMELESS.test(asked) && !MEASURE.test(asked) && !FACT.test(asked);
};

/** To the one who answers, who has no affairs of its own, or of what only its sender knows. */
const ADDRESSED = /(?<![a-z])(?:you|your|yours|u|ur|bro|dude)(?![a-z])|あなた|君は|お前|きみ|你|您|っけ|夢/;
const OPENLY = {
  en: /^(?:who|which|what|when|how|where|is|are|was|were|will|does|did|has|do|can|could)(?:'?s)? [a-z]+ [a-z]+/,
  ja: /誰|だれ|どちら|どっち|どこ|いつ|何|[?？]$/,
  zh: /谁|哪|什么|几|多少|怎么|[?？吗]$/,
} as const;
const OPEN_MIN = { en: 14, ja: 8, zh: 6 } as const;

/** A question in full that nothing else tells about: a search finds what there is to find. */
export function asksOpenly(reading: Reading): boolean {
  const { text, language, numbers, names, hits } = reading;
  return (
    OPENLY[language].test(text.plain.trim()) &&
    !ADDRESSED.test(text.plain) &&
    numbers.length + names.length === 0 &&
    !hits.some(({ key }) => key.kind === 'verb' || key.kind === 'noun' || key.kind === 'mark') &&
    countLetters(reading) >= OPEN_MIN[language]
  );
}

const YEAR = /(?:19|20)\d\d/;
