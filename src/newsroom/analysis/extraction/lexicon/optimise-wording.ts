/** Sentences that the rules add to an optimized text, and their explanations. */
import type { Language } from '../../../../text/language.ts';

export interface OptimiseWording {
  readonly why: Readonly<
    Record<
      'calm' | 'model' | 'shorten' | 'headline' | 'paragraphs' | 'when' | 'price' | 'quote' | 'about' | 'contact',
      string
    >
  >;
  /** Sentences and blocks with the placeholders put in. */
  readonly when: (date: string) => string;
  readonly price: (price: string) => string;
  readonly quote: (role: string, person: string, quote: string) => string;
  readonly about: (company: string) => string;
  readonly contact: (contact: string) => string;
  /** A headline of an organisation, a product and a verb of the text; null without a verb that fits. */
  readonly headline: (organization: string, product: string, verb: string) => string | null;
}

const ENGLISH_VERBS: readonly (readonly [RegExp, string])[] = [
  [/^launch/, 'Launches'],
  [/^open/, 'Opens'],
  [/^unveil/, 'Unveils'],
  [/^introduc/, 'Introduces'],
  [/^release/, 'Releases'],
  [/^announce/, 'Announces'],
];

export const OPTIMISE_WORDING: Readonly<Record<Language, OptimiseWording>> = {
  ja: {
    why: {
      calm: '誇張表現と感嘆符を除き、事実が伝わる文にしました',
      model: '言語モデルが文章を整えました',
      shorten: '件名を推奨の長さに収めました',
      headline: '「誰が・何を」を件名にしました',
      paragraphs: '長い段落を読みやすく分けました',
      when: '開始時期の記載がありません',
      price: '価格の記載がありません',
      quote: '役職つきの人物の発言がありません',
      about: '会社概要がありません',
      contact: '報道関係者の問い合わせ先がありません',
    },
    when: (date) => `開始日は${date}です。`,
    price: (price) => `料金は${price}です。`,
    quote: (role, person, quote) => `${role}の${person}は「${quote}」と述べています。`,
    about: (company) => `【会社概要】\n${company}`,
    contact: (contact) => `【お問い合わせ先】\n${contact}`,
    headline: (organization, product, verb) => `${organization}、「${product}」を${verb}`,
  },
  zh: {
    why: {
      calm: '删去夸张用语和感叹号，让事实说话',
      model: '由语言模型改写',
      shorten: '将标题缩短到建议长度',
      headline: '在标题中写明“谁、做什么”',
      paragraphs: '将过长的段落分开',
      when: '文中没有写明时间',
      price: '文中没有写明价格',
      quote: '文中没有带职务的人物发言',
      about: '文中没有公司简介',
      contact: '文中没有媒体联系方式',
    },
    when: (date) => `开始日期为${date}。`,
    price: (price) => `价格为${price}。`,
    quote: (role, person, quote) => `${role}${person}表示：“${quote}”`,
    about: (company) => `关于我们\n${company}`,
    contact: (contact) => `媒体联系\n${contact}`,
    headline: (organization, product, verb) => `${organization}${verb}“${product}”`,
  },
  en: {
    why: {
      calm: 'Removed superlatives and exclamation marks so that the facts speak',
      model: 'A language model reworded it',
      shorten: 'Shortened the headline to the recommended length',
      headline: 'Put who and what into the headline',
      paragraphs: 'Divided long paragraphs',
      when: 'The text does not say when',
      price: 'The text gives no price',
      quote: 'The text quotes no named person with a role',
      about: 'The text has no company section',
      contact: 'The text has no press contact',
    },
    when: (date) => `It starts on ${date}.`,
    price: (price) => `The price is ${price}.`,
    quote: (role, person, quote) => `"${quote}," said ${person}, ${role}.`,
    about: (company) => `About the company\n${company}`,
    contact: (contact) => `Contact\n${contact}`,
    headline: (organization, product, verb) => {
      const form = ENGLISH_VERBS.find(([pattern]) => pattern.test(verb.toLowerCase()))?.[1];
      return form === undefined ? null : `${organization} ${form} ${product}`;
    },
  },
};
