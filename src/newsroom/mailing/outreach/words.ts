/** The words of a diagnosis report, in the language of the article. */
import type { Language } from '../../../text/language.ts';

export interface DiagnosisWords {
  title: string;
  intro: string;
  score: string;
  suggestions: string;
  headline: string;
  before: string;
  after: string;
  dimensions: string;
  dimension: string;
  points: string;
  evidence: string;
  none: string;
  missing: string;
  footer: string;
  /** Behind a number. */
  colon: string;
  quote(text: string): string;
  /** Of a mail. */
  subject(title: string): string;
  greeting(company: string): string;
  more: string;
}

export const diagnosisWords: Readonly<Record<Language, DiagnosisWords>> = {
  ja: {
    title: 'プレスリリース診断レポート',
    intro: '公開されているプレスリリースを、ルールに基づいて診断した結果です。',
    score: 'NQスコア',
    suggestions: '効果の大きい改善案',
    headline: '見出しの改善例',
    before: '現在',
    after: '改善例',
    dimensions: '項目別の評価',
    dimension: '項目',
    points: '点数',
    evidence: '本文中の根拠',
    missing: 'この記事はありません。',
    none: '改善すべき点は見つかりませんでした。',
    footer: '角括弧の部分は、事実に合わせてご記入ください。このレポートは本文にない情報を加えません。',
    colon: '：',
    quote: (text) => `「${text}」`,
    subject: (title) => `【診断レポート】${title}`,
    greeting: (company) => `${company} 広報ご担当者様`,
    more: 'このサービスについて',
  },
  en: {
    title: 'Press release report',
    intro: 'A rule-based review of a public press release.',
    score: 'NQ score',
    suggestions: 'What would help most',
    headline: 'The headline',
    before: 'Now',
    after: 'Better',
    dimensions: 'Point by point',
    dimension: 'What',
    points: 'Points',
    evidence: 'Where in the text',
    missing: 'There is no such article.',
    none: 'There is nothing to improve.',
    footer: 'Fill in what stands in brackets with what is true. This report adds nothing that is not in the text.',
    colon: ': ',
    quote: (text) => `“${text}”`,
    subject: (title) => `Press release report: ${title}`,
    greeting: (company) => `To the press office of ${company}`,
    more: 'About this service',
  },
  zh: {
    title: '新闻稿诊断报告',
    intro: '根据规则对已公开的新闻稿进行诊断的结果。',
    score: 'NQ 分数',
    suggestions: '最有效的改进建议',
    headline: '标题改进示例',
    before: '目前',
    after: '改进后',
    dimensions: '分项评价',
    dimension: '项目',
    points: '分数',
    evidence: '正文依据',
    missing: '没有这篇文章。',
    none: '没有发现需要改进之处。',
    footer: '方括号中的内容请按事实填写。本报告不会添加正文中没有的信息。',
    colon: '：',
    quote: (text) => `“${text}”`,
    subject: (title) => `【诊断报告】${title}`,
    greeting: (company) => `${company}公关负责人：`,
    more: '关于本服务',
  },
};
