/** The sentences of pitches: they say nothing of the news itself. */
import type { Language } from '../../../text/language.ts';
import { LETTER_WORDS, type LetterWords } from '../../../text/letter-words.ts';

interface Wording extends LetterWords {
  /** `occasion`: why this outlet; null where nothing says so. */
  opening: (occasion: string | null) => string;
  /** Leads to the contact. */
  closing: string;
  contact: string;
  /** Between a headline and the word that makes it the outlet's own. */
  headline: (title: string, term: string) => string;
  reordered: (terms: readonly string[]) => string;
  varied: (term: string) => string;
}

export const WORDING: Readonly<Record<Language, Wording>> = {
  ja: {
    ...LETTER_WORDS.ja,
    opening: (occasion) => occasion ?? '次のとおり、お知らせいたします。',
    closing: 'ご不明な点がございましたら、お気軽にお問い合わせください。',
    contact: 'お問い合わせ：',
    headline: (title, term) => `${title}（${term}）`,
    reordered: (terms) => `「${terms.join('」「')}」に触れた段落を先にした`,
    varied: (term) => `本文の「${term}」を見出しに加えた`,
  },
  zh: {
    ...LETTER_WORDS.zh,
    opening: (occasion) => `您好！${occasion ?? '现将以下消息发送给您，供您参考。'}`,
    closing: '如需了解更多信息，欢迎与我们联系。',
    contact: '联系方式：',
    headline: (title, term) => `${title}（${term}）`,
    reordered: (terms) => `把提到“${terms.join('”“')}”的段落放在前面`,
    varied: (term) => `在标题中加入正文的“${term}”`,
  },
  en: {
    ...LETTER_WORDS.en,
    opening: (occasion) => occasion ?? 'We would like to share this news with you.',
    closing: 'Please get in touch if you would like to know more.',
    contact: 'Contact: ',
    headline: (title, term) => `${title} (${term})`,
    reordered: (terms) => `Paragraphs that mention “${terms.join('”, “')}” come first`,
    varied: (term) => `“${term}” from the text was added to the headline`,
  },
};
