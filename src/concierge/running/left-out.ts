/** Phrases the requests that did not run: above the limits of one call, or lacking information. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { LeftOut, MissingInput, Route, RouteLanguage } from '../types.ts';
import type { StepExecution } from './types.ts';

const LISTED_MAX = 8;

const questions: Readonly<Record<MissingInput, Readonly<Record<RouteLanguage, string>>>> = {
  place: { en: 'Which place?', ja: 'どの場所ですか。', zh: '哪个地方？' },
  language: { en: 'Into which language?', ja: 'どの言語に訳しますか。', zh: '译成哪种语言？' },
  text: { en: 'Which text?', ja: 'どの文章ですか。', zh: '哪段文字？' },
  file: {
    en: 'Which picture or recording? Add its URL.',
    ja: 'どの画像または音声ですか。URLを書き加えてください。',
    zh: '哪张图片或哪段录音？请附上链接。',
  },
  currency: { en: 'From which currency into which?', ja: 'どの通貨からどの通貨ですか。', zh: '从哪种货币换成哪种？' },
  ends: { en: 'From where to where?', ja: 'どこからどこまでですか。', zh: '从哪里到哪里？' },
  request: { en: 'The message does not ask for it.', ja: 'メッセージで求められていません。', zh: '消息没有要求。' },
  coin: { en: 'Which coin?', ja: 'どの暗号資産ですか。', zh: '哪种加密货币？' },
  publicAddress: {
    en: 'This IP address is private or reserved, so it has no location.',
    ja: 'プライベートまたは予約済みのIPアドレスのため、場所はありません。',
    zh: '这是私有或保留的 IP 地址，没有地理位置。',
  },
  currentTime: {
    en: 'I only have current data for this.',
    ja: 'これについては現在のデータしかありません。',
    zh: '这项内容只有当前数据。',
  },
  forecastDay: {
    en: 'I only have the weather for today and the next six days.',
    ja: '天気は今日から6日後までしかわかりません。',
    zh: '天气只有今天和未来六天的数据。',
  },
};

const words = {
  en: {
    none: 'Nothing was charged.',
    next: 'Add the answer to your message and send it again.',
    change: 'Change the request, or ask for a web search.',
  },
  ja: {
    none: '料金はかかっていません。',
    next: 'メッセージに書き加えて、もう一度送ってください。',
    change: '内容を変えるか、ウェブ検索をご依頼ください。',
  },
  zh: { none: '未收取任何费用。', next: '请在消息中写明后重新发送。', change: '请更改请求，或改用网页搜索。' },
} as const;

/** Statements about what no tool can do; all others are questions that the sender can answer. */
const unavailable: ReadonlySet<MissingInput> = new Set(['publicAddress', 'currentTime', 'forecastDay']);

/** Nothing is guessed from the words of the request: 404, before any fee. */
export function createMissingError(missing: readonly MissingInput[], language: RouteLanguage): FareboxError {
  const all = [...new Set(missing)];
  const { none, next, change } = words[language];
  const message = [...all.map((one) => questions[one][language]), none].join(language === 'en' ? ' ' : '');
  const isFinal = all.every((one) => unavailable.has(one));
  return new FareboxError('NO_RESULT', { message, next: isFinal ? change : next, details: { missing: all } });
}

/**
 * A message has no fields: where what was read from it does not fit a tool, the error speaks of the message. An address that
 * has no place, as that of a local network, leaves the place missing.
 */
export function createUnusableError(
  executions: readonly StepExecution[],
  failure: FareboxError,
  language: RouteLanguage,
): FareboxError {
  const failed = executions.find(({ error }) => error === failure);
  if (failed?.input.ip === 'me') return createMissingError(['place'], language);
  const message = {
    en: `What the message gives ${failed?.result.tool} is not usable: ${failure.message}`,
    ja: `メッセージの内容では ${failed?.result.tool} を使えません：${failure.message}`,
    zh: `消息内容不适用于 ${failed?.result.tool}：${failure.message}`,
  }[language];
  return new FareboxError('NO_RESULT', { message, next: words[language].next, cause: failure });
}

/** One or two sentences; empty where nothing was left out. */
export function tellLeftOut(leftOut: readonly LeftOut[], language: RouteLanguage = 'en'): string {
  const isEnglish = language === 'en';
  const name = ({ tool, target, missing }: LeftOut): string => {
    const question = missing === undefined ? '' : `${isEnglish ? ': ' : '：'}${questions[missing][language]}`;
    const what = target === tool ? tool : isEnglish ? `${target} (${tool})` : `${target}（${tool}）`;
    return `${what}${question}`;
  };
  const list = (some: readonly LeftOut[]): string =>
    `${some
      .slice(0, LISTED_MAX)
      .map(name)
      .join(isEnglish ? ', ' : '、')}${some.length > LISTED_MAX ? ' …' : ''}`;
  const lacking = leftOut.filter(({ missing }) => missing !== undefined);
  const beyond = leftOut.filter(({ missing }) => missing === undefined);
  const lists = { lacking: list(lacking), beyond: list(beyond) };
  const sentences = {
    en: {
      lacking: `Not run: ${lists.lacking}`,
      beyond: `Left out: ${lists.beyond}. One call takes up to three of a kind, three tools and six steps: ask for the rest in another.`,
    },
    ja: {
      lacking: `実行していないもの：${lists.lacking}`,
      beyond: `含まれていないもの：${lists.beyond}。1回の呼び出しは同種3件、3ツール、6ステップまでです。残りは別にお尋ねください。`,
    },
    zh: {
      lacking: `未执行：${lists.lacking}`,
      beyond: `未包含：${lists.beyond}。一次最多同类三项、三种工具、六个步骤，其余请另行询问。`,
    },
  }[language];
  return [lacking.length > 0 ? sentences.lacking : '', beyond.length > 0 ? sentences.beyond : ''].join(' ').trim();
}

const smallTalk = {
  greeting: {
    en: 'Hello! Ask for weather, exchange rates, a search, a translation and more.',
    ja: 'こんにちは。天気、為替レート、検索、翻訳などをお尋ねください。',
    zh: '您好！可以问我天气、汇率、搜索、翻译等。',
  },
  thanks: { en: 'You’re welcome!', ja: 'どういたしまして。', zh: '不客气！' },
} as const;

/** One line for a message that asks for nothing. */
export const tellSmallTalk = ({
  smallTalk: kind = 'greeting',
  language,
}: Pick<Route, 'smallTalk' | 'language'>): string => smallTalk[kind][language];
