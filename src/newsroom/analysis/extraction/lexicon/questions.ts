/** Questions for the FAQ, each with an answer that the text gives for certain. */
import type { Language } from '../../../../text/language.ts';

export type QuestionKey =
  | 'what'
  | 'who'
  | 'when'
  | 'available'
  | 'effective'
  | 'where'
  | 'price'
  | 'admission'
  | 'action'
  | 'cause'
  | 'sample'
  | 'number'
  | 'contact'
  | 'more';

/** `name` is the publisher, the person asked about, or null. */
type Question = (name: string | null) => string;

export const QUESTIONS: Readonly<Record<Language, Readonly<Record<QuestionKey, Question>>>> = {
  ja: {
    what: (name) => (name ? `${name}は何を発表しましたか？` : '何が発表されましたか？'),
    who: (name) => `${name ?? ''}とはどのような人ですか？`,
    when: () => 'いつ行われますか？',
    available: () => 'いつから利用できますか？',
    effective: () => 'いつ就任しますか？',
    where: () => 'どこで行われますか？',
    price: () => '価格はいくらですか？',
    admission: () => '料金はいくらですか？',
    action: () => '対象の利用者はどうすればよいですか？',
    cause: () => '原因は何ですか？',
    sample: () => '調査の対象は誰ですか？',
    number: () => 'どのような数字が示されていますか？',
    contact: () => '問い合わせ先はどこですか？',
    more: () => 'ほかに何がわかっていますか？',
  },
  zh: {
    what: (name) => (name ? `${name}宣布了什么？` : '宣布了什么？'),
    who: (name) => `${name ?? ''}是谁？`,
    when: () => '什么时候举行？',
    available: () => '什么时候开始？',
    effective: () => '什么时候上任？',
    where: () => '在哪里举行？',
    price: () => '价格是多少？',
    admission: () => '费用是多少？',
    action: () => '相关用户应该怎么办？',
    cause: () => '原因是什么？',
    sample: () => '调查对象是谁？',
    number: () => '公布了哪些数字？',
    contact: () => '如何联系？',
    more: () => '还有哪些已知信息？',
  },
  en: {
    what: (name) => (name ? `What did ${name} announce?` : 'What is announced?'),
    who: (name) => `Who is ${name ?? 'speaking'}?`,
    when: () => 'When does it take place?',
    available: () => 'When does it start?',
    effective: () => 'When does the appointment take effect?',
    where: () => 'Where does it take place?',
    price: () => 'How much does it cost?',
    admission: () => 'What is the admission?',
    action: () => 'What should those affected do?',
    cause: () => 'What was the cause?',
    sample: () => 'Who or what was studied?',
    number: () => 'Which figures are given?',
    contact: () => 'How can one get in touch?',
    more: () => 'What else is known?',
  },
};
