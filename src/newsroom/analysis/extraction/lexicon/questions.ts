/** Questions for the FAQ. `name` is a product or an organisation of the text. */
import type { Language } from '../../../../text/language.ts';

export type QuestionKey = 'what' | 'who' | 'when' | 'where' | 'price' | 'contact' | 'why' | 'how' | 'number' | 'more';

type Question = (name: string | null) => string;

export const QUESTIONS: Readonly<Record<Language, Readonly<Record<QuestionKey, Question>>>> = {
  ja: {
    what: (name) => (name ? `${name}について何が発表されましたか？` : '何が発表されましたか？'),
    who: () => '誰が関わっていますか？',
    when: () => '時期はいつですか？',
    where: () => '場所はどこですか？',
    price: (name) => (name ? `${name}の料金はいくらですか？` : '料金はいくらですか？'),
    contact: () => '問い合わせ先はどこですか？',
    why: () => '背景や目的は何ですか？',
    how: () => 'どのような方法ですか？',
    number: () => 'どのような数字が示されていますか？',
    more: () => 'ほかに何がわかっていますか？',
  },
  zh: {
    what: (name) => (name ? `关于${name}宣布了什么？` : '宣布了什么？'),
    who: () => '有哪些相关人士或机构？',
    when: () => '时间是什么时候？',
    where: () => '地点在哪里？',
    price: (name) => (name ? `${name}的价格是多少？` : '价格是多少？'),
    contact: () => '如何联系？',
    why: () => '背景和目的是什么？',
    how: () => '采用了什么方式？',
    number: () => '公布了哪些数字？',
    more: () => '还有哪些已知信息？',
  },
  en: {
    what: (name) => (name ? `What is announced about ${name}?` : 'What is announced?'),
    who: () => 'Who is involved?',
    when: () => 'When does it take place?',
    where: () => 'Where does it take place?',
    price: (name) => (name ? `How much does ${name} cost?` : 'How much does it cost?'),
    contact: () => 'How can one get in touch?',
    why: () => 'What is the reason for it?',
    how: () => 'How does it work?',
    number: () => 'Which figures are given?',
    more: () => 'What else is known?',
  },
};
