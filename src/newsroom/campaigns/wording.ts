/** The sentences of a campaign's mails in the languages of releases. They say nothing of the news itself. */
import type { OccasionWords } from '../recommend/common-ground.ts';
import type { Language } from '../text/language.ts';
import { LETTER_WORDS, type LetterWords } from '../text/letter-words.ts';

interface Wording extends LetterWords, OccasionWords {
  from: (sender: string) => string;
  whole: string;
  contact: string;
}

export const WORDING: Readonly<Record<Language, Wording>> = {
  ja: {
    ...LETTER_WORDS.ja,
    from: (sender) => `${sender}の広報担当です。下記のとおり、ご案内いたします。`,
    article: (title) => `貴媒体の記事「${title}」に関わる内容と考え、お送りします。`,
    topic: (topic) => `貴媒体が扱われている「${topic}」に関わる内容と考え、お送りします。`,
    place: (place) => `${place}に関わる内容と考え、お送りします。`,
    field: (label) => `貴媒体の分野（${label}）に関わる内容と考え、お送りします。`,
    whole: '以下、リリース全文です。',
    contact: '■お問い合わせ先',
  },
  zh: {
    ...LETTER_WORDS.zh,
    from: (sender) => `我们是${sender}的媒体联络人，谨向您发送以下消息。`,
    article: (title) => `本消息与贵媒体的报道《${title}》有关，故向您发送。`,
    topic: (topic) => `本消息与贵媒体关注的“${topic}”有关，故向您发送。`,
    place: (place) => `本消息与${place}有关，故向您发送。`,
    field: (label) => `本消息与贵媒体的领域（${label}）有关，故向您发送。`,
    whole: '以下为新闻稿全文。',
    contact: '■联系方式',
  },
  en: {
    ...LETTER_WORDS.en,
    from: (sender) => `${sender} has the following news.`,
    article: (title) => `We thought of you because of your article “${title}”.`,
    topic: (topic) => `We thought of you because you cover “${topic}”.`,
    place: (place) => `We thought of you because it is about ${place}.`,
    field: (label) => `We thought of you because of your field, ${label}.`,
    whole: 'The whole release follows.',
    contact: 'Contact',
  },
};
