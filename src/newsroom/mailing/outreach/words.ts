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
    intro: '公開中のプレスリリースを、公開されている評価基準に基づいて診断しました。',
    score: 'NQスコア',
    suggestions: '効果の大きい改善案',
    headline: '見出しの改善案',
    before: '現在',
    after: '改善案',
    dimensions: '項目別の評価',
    dimension: '項目',
    points: 'スコア',
    evidence: '本文中の根拠',
    missing: '記事が見つかりません。',
    none: '改善点は見つかりませんでした。',
    footer: '【 】内は事実に合わせてご記入ください。本レポートは、本文にない情報を加えません。',
    colon: '：',
    quote: (text) => `「${text}」`,
    subject: (title) => `【診断レポート】${title}`,
    greeting: (company) => `${company}\u3000広報ご担当者様`,
    more: 'このサービスについて',
  },
  en: {
    title: 'Press release report',
    intro: 'We reviewed your published press release against our editorial rules.',
    score: 'NQ score',
    suggestions: 'Top suggestions',
    headline: 'Suggested headline',
    before: 'Current',
    after: 'Suggested',
    dimensions: 'Score breakdown',
    dimension: 'Criterion',
    points: 'Score',
    evidence: 'Evidence in the text',
    missing: 'Article not found.',
    none: 'No improvements to suggest.',
    footer: 'Replace the bracketed placeholders with facts. This report adds no information that is not in your text.',
    colon: ': ',
    quote: (text) => `“${text}”`,
    subject: (title) => `Press release report: ${title}`,
    greeting: (company) => `Dear ${company} press team,`,
    more: 'About this service',
  },
  zh: {
    title: '新闻稿诊断报告',
    intro: '我们按编辑规则对您已发布的新闻稿进行了诊断。',
    score: 'NQ 分数',
    suggestions: '最有效的改进建议',
    headline: '标题改进建议',
    before: '当前',
    after: '建议',
    dimensions: '评分明细',
    dimension: '项目',
    points: '分数',
    evidence: '正文依据',
    missing: '找不到此文章。',
    none: '没有需要改进之处。',
    footer: '请按事实替换【】中的占位内容。本报告不会添加正文中没有的信息。',
    colon: '：',
    quote: (text) => `“${text}”`,
    subject: (title) => `【诊断报告】${title}`,
    greeting: (company) => `尊敬的${company}公关负责人：`,
    more: '关于本服务',
  },
};
