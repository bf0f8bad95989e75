/** The sentences of pitches: they say nothing of the news itself. */
import type { OccasionWords } from '../recommend/common-ground.ts';
import type { Language } from '../text/language.ts';
import { LETTER_WORDS, type LetterWords } from '../text/letter-words.ts';

interface Wording extends LetterWords, OccasionWords {
  contact: string;
  /** Between a headline and the word that makes it the outlet's own. */
  headline: (title: string, term: string) => string;
  reordered: (terms: string) => string;
  varied: (term: string) => string;
}

export const WORDING: Readonly<Record<Language, Wording>> = {
  ja: {
    ...LETTER_WORDS.ja,
    article: (title) => `貴媒体の記事「${title}」を拝見し、ご関心に近い話題としてお送りします。`,
    topic: (topic) => `貴媒体が取り上げている「${topic}」に関わる話題としてお送りします。`,
    place: (place) => `${place}に関わる話題としてお送りします。`,
    field: (label) => `${label}の分野の話題としてお送りします。`,
    contact: 'お問い合わせ：',
    headline: (title, term) => `${title}（${term}）`,
    reordered: (terms) => `「${terms}」に触れた段落を先にした`,
    varied: (term) => `本文の「${term}」を見出しに加えた`,
  },
  zh: {
    ...LETTER_WORDS.zh,
    article: (title) => `读到贵媒体的报道《${title}》，谨将相关消息发送给您。`,
    topic: (topic) => `贵媒体关注“${topic}”，谨将相关消息发送给您。`,
    place: (place) => `这是与${place}有关的消息，谨发送给您。`,
    field: (label) => `这是${label}领域的消息，谨发送给您。`,
    contact: '联系方式：',
    headline: (title, term) => `${title}（${term}）`,
    reordered: (terms) => `把提到“${terms}”的段落放在前面`,
    varied: (term) => `在标题中加入正文的“${term}”`,
  },
  en: {
    ...LETTER_WORDS.en,
    article: (title) => `we read your article “${title}” and think that this is close to it.`,
    topic: (topic) => `you cover “${topic}”, and this is news of it.`,
    place: (place) => `this is news from ${place}.`,
    field: (label) => `this is news of your field, ${label}.`,
    contact: 'Contact: ',
    headline: (title, term) => `${title} (${term})`,
    reordered: (terms) => `Paragraphs that mention “${terms}” come first`,
    varied: (term) => `“${term}” of the text stands in the headline`,
  },
};
