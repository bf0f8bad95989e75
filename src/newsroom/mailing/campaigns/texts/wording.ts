/** The sentences of a campaign's mails in the languages of releases. They say nothing of the news itself. */
import type { Language } from '../../../../text/language.ts';
import { LETTER_WORDS, type LetterWords } from '../../../../text/letter-words.ts';

interface Wording extends LetterWords {
  from: (sender: string) => string;
  whole: string;
  contact: string;
}

export const WORDING: Readonly<Record<Language, Wording>> = {
  ja: {
    ...LETTER_WORDS.ja,
    from: (sender) => `${sender}の広報担当です。プレスリリースをお送りいたします。`,
    whole: 'リリースの全文は以下のとおりです。',
    contact: '■お問い合わせ先',
  },
  zh: {
    ...LETTER_WORDS.zh,
    from: (sender) => `您好！我们是${sender}，现向您发送一则新闻稿。`,
    whole: '以下为新闻稿全文。',
    contact: '■联系方式',
  },
  en: {
    ...LETTER_WORDS.en,
    from: (sender) => `Here is a press release from ${endName(sender)}`,
    whole: 'The full press release follows.',
    contact: 'Contact',
  },
};

/** `Studio Inc.` ends a sentence by itself. */
const endName = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
