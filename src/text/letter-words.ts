/** Phrases of letters to editors, shared by campaigns and pitches. They say nothing about the news itself. */
import type { Language } from './language.ts';

export interface LetterWords {
  subject: (title: string) => string;
  /** To a desk, or to a person. */
  greeting: (name: string, isPerson: boolean) => string;
  link: string;
  embargo: (time: string) => string;
  bullet: string;
}

export const LETTER_WORDS: Readonly<Record<Language, LetterWords>> = {
  ja: {
    subject: (title) => `【リリース】${title}`,
    // For each kind of outlet, and for names that are a desk's already.
    greeting: (name, isPerson) => (isPerson ? `${name} 様` : `${name} ご担当者様`),
    link: '詳細：',
    embargo: (time) => `報道解禁日時：${time}`,
    bullet: '・',
  },
  zh: {
    subject: (title) => `【新闻稿】${title}`,
    greeting: (name, isPerson) => `尊敬的${name}${isPerson ? '' : '编辑'}：`,
    link: '详情：',
    embargo: (time) => `报道解禁时间：${time}`,
    bullet: '・',
  },
  en: {
    subject: (title) => `Press release: ${title}`,
    greeting: (name, isPerson) => (isPerson ? `Dear ${name},` : `Dear editors of ${name},`),
    link: 'More: ',
    embargo: (time) => `Embargo: ${time}`,
    bullet: '- ',
  },
};
