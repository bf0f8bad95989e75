/** The sentences of a release that rules write from a form. */
import type { Language } from '../../../../text/language.ts';

export interface GenerateWording {
  readonly title: (company: string, product: string, audience: string | null) => string;
  readonly lead: (company: string, product: string, audience: string | null, date: string) => string;
  /** One paragraph; a feature that is a sentence stands as it is. */
  readonly feature: (product: string, feature: string) => string;
  /** Between sentences. */
  readonly glue: string;
}

const SENTENCE = /[。．.!?！？]$/;

export const GENERATE_WORDING: Readonly<Record<Language, GenerateWording>> = {
  ja: {
    title: (company, product, audience) =>
      `${company}、${audience === null ? '' : `${audience.replace(/向け$/, '')}向け`}「${product}」を発表`,
    lead: (company, product, audience, date) =>
      `${company}は${date}、${audience === null ? '' : `${audience.replace(/向け$/, '')}に向けた`}「${product}」の提供を開始します。`,
    feature: (product, feature) =>
      SENTENCE.test(feature) ? feature : `「${product}」の特長は、${feature}という点です。`,
    glue: '',
  },
  zh: {
    title: (company, product, audience) => `${company}推出${audience === null ? '' : `面向${audience}的`}“${product}”`,
    lead: (company, product, audience, date) =>
      `${company}将于${date}推出${audience === null ? '' : `面向${audience}的`}“${product}”。`,
    feature: (product, feature) => (SENTENCE.test(feature) ? feature : `“${product}”的特点之一是：${feature}。`),
    glue: '',
  },
  en: {
    title: (company, product, audience) =>
      `${company} Launches ${product}${audience === null ? '' : ` for ${audience}`}`,
    lead: (company, product, audience, date) =>
      `${company} will launch ${product}${audience === null ? '' : ` for ${audience}`} on ${date}.`,
    feature: (product, feature) => (SENTENCE.test(feature) ? feature : `A feature of ${product}: ${feature}.`),
    glue: ' ',
  },
};
