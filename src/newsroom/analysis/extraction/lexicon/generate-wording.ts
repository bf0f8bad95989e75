/** The sentences of a release that rules write from a form. */
import type { Language } from '../../../../text/language.ts';
import { isEnglishVerb } from '../../quality/grammar/en.ts';

export interface GenerateWording {
  readonly title: (company: string, product: string, audience: string | null) => string;
  readonly lead: (company: string, product: string, audience: string | null, date: string) => string;
  /** One paragraph of all features; those that are sentences stand as they are. */
  readonly features: (product: string, features: readonly string[]) => string;
  /** A phrase with an amount of money, a day or a contact as a sentence. */
  readonly price: (phrase: string) => string;
  readonly date: (phrase: string) => string;
  /** Between sentences. */
  readonly glue: string;
}

const SENTENCE = /[。．.!?！？]["”」』]?$/;
const isSentence = (text: string): boolean => SENTENCE.test(text);

/** Sentences apart, and the phrases between them as one sentence, in their order. */
function weave(parts: readonly string[], write: (phrases: readonly string[]) => string, glue: string): string {
  const sentences: string[] = [];
  let phrases: string[] = [];
  const close = (): void => {
    if (phrases.length > 0) sentences.push(write(phrases));
    phrases = [];
  };
  for (const part of parts) {
    if (!isSentence(part)) phrases.push(part);
    else {
      close();
      sentences.push(part);
    }
  }
  close();
  return sentences.join(glue);
}

const joinEnglish = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
/** `drafts minutes`, but not `notes of all meetings`. */
const startsWithVerb = (phrase: string): boolean =>
  isEnglishVerb(phrase.split(' ')[0] ?? '', phrase.split(' ')[1] ?? '');
/** `議事録を作る`, `下書きを作成`, but not `自動翻訳`. */
const isJapaneseVerb = (phrase: string): boolean => /[うくぐすつぬぶむる]$|(?:ない|できる)$/.test(phrase);
const isJapaneseDeed = (phrase: string): boolean => /[をにが][\p{Script=Han}ァ-ヶー]{2,8}$/u.test(phrase);

function writeEnglishPhrases(product: string, phrases: readonly string[]): string {
  const verbs = phrases.filter(startsWithVerb);
  const nouns = phrases.filter((phrase) => !startsWithVerb(phrase));
  return [
    ...(verbs.length > 0 ? [`${product} ${joinEnglish(verbs)}.`] : []),
    ...(nouns.length > 0
      ? [`${verbs.length > 0 ? 'Its features include' : `The features of ${product} include`} ${joinEnglish(nouns)}.`]
      : []),
  ].join(' ');
}

/** `重さは1.8キログラム` is a sentence but for its end. */
const closeJapaneseClause = (phrase: string): string =>
  /^[^、。]{1,12}は.*[\p{Script=Han}\p{Script=Katakana}\p{N})）%]$/u.test(phrase) ? `${phrase}です。` : phrase;

function writeJapanesePhrases(product: string, phrases: readonly string[]): string {
  const deeds = phrases.flatMap((phrase) =>
    isJapaneseVerb(phrase) ? [`${phrase}点`] : isJapaneseDeed(phrase) ? [`${phrase}する点`] : [],
  );
  const nouns = phrases.filter((phrase) => !isJapaneseVerb(phrase) && !isJapaneseDeed(phrase));
  return [
    ...(deeds.length > 0 ? [`「${product}」は、${deeds.join('、')}が特長です。`] : []),
    ...(nouns.length > 0
      ? [`${deeds.length > 0 ? 'ほかに' : `「${product}」は`}、${nouns.join('、')}を備えています。`]
      : []),
  ].join('');
}

const audienceJa = (audience: string): string => audience.replace(/向け$/, '');

export const GENERATE_WORDING: Readonly<Record<Language, GenerateWording>> = {
  ja: {
    title: (company, product, audience) =>
      `${company}、${audience === null ? '' : `${audienceJa(audience)}向け`}「${product}」を発表`,
    lead: (company, product, audience, date) =>
      `${company}は${date}、${audience === null ? '' : `${audienceJa(audience)}に向けた`}「${product}」の提供を開始します。`,
    features: (product, features) =>
      weave(features.map(closeJapaneseClause), (phrases) => writeJapanesePhrases(product, phrases), ''),
    price: (phrase) =>
      isSentence(phrase) ? phrase : `料金は${phrase.replace(/^(?:料金|価格|費用)[:：はが]?\s*/, '')}です。`,
    date: (phrase) => (isSentence(phrase) ? phrase : `${phrase}。`),
    glue: '',
  },
  zh: {
    title: (company, product, audience) => `${company}推出${audience === null ? '' : `面向${audience}的`}“${product}”`,
    lead: (company, product, audience, date) =>
      `${company}将于${date}推出${audience === null ? '' : `面向${audience}的`}“${product}”。`,
    features: (product, features) =>
      weave(features, (phrases) => `“${product}”的主要特点是${phrases.join('，')}。`, ''),
    price: (phrase) =>
      isSentence(phrase) ? phrase : `价格为${phrase.replace(/^(?:价格|售价|费用|定价)[:：为是]?\s*/, '')}。`,
    date: (phrase) => (isSentence(phrase) ? phrase : `${phrase}。`),
    glue: '',
  },
  en: {
    title: (company, product, audience) =>
      `${company} Launches ${product}${audience === null ? '' : ` for ${audience}`}`,
    lead: (company, product, audience, date) =>
      `${company} will launch ${product}${audience === null ? '' : ` for ${audience}`} on ${date}.`,
    features: (product, features) => weave(features, (phrases) => writeEnglishPhrases(product, phrases), ' '),
    price: (phrase) =>
      isSentence(phrase) ? phrase : `The price is ${phrase.replace(/^(?:the )?(?:price|cost)s?(?: is|:)?\s*/i, '')}.`,
    date: (phrase) => (isSentence(phrase) ? phrase : `${phrase.replace(/^[a-z]/, (first) => first.toUpperCase())}.`),
    glue: ' ',
  },
};
