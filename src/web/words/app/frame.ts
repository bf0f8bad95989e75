/** The words that all newsroom pages share. */
import { defineWords } from '../pick.ts';

export const appWords = defineWords({
  start: ['Home', 'ホーム', '首页'],
  analyse: ['Analyze', '分析', '分析'],
  results: ['Results', '分析結果', '分析结果'],
  releases: ['Releases', 'リリース', '新闻稿'],
  media: ['Media', 'メディア', '媒体'],
  campaigns: ['Campaigns', '配信', '邮件推送'],
  articles: ['Articles', '記事', '文章'],
  company: ['Company and team', '会社とチーム', '公司与团队'],
  plan: ['Plan', 'プラン', '套餐'],
  nq: ['News quality', 'ニュース品質', '新闻质量'],
  nqOf: ['NQ {score} out of 100', 'NQ {score}（100点満点）', 'NQ {score}（满分 100）'],
  noScore: ['Not scored', '未採点', '未评分'],
  scoring: ['Scoring…', '採点中…', '评分中…'],
  writeFirst: ['Start writing to see your score.', '書き始めると、スコアが表示されます。', '开始撰写后即可看到评分。'],
  untitled: ['Untitled', '無題', '无标题'],
  headline: ['Headline', '見出し', '标题'],
  text: ['Text', '本文', '正文'],
  date: ['Date', '日時', '时间'],
  state: ['Status', '状態', '状态'],
  newRelease: ['Write a release', 'リリースを書く', '撰写新闻稿'],
  newAnalysis: ['Analyze a text', 'テキストを分析', '分析文本'],
  draft: ['Draft', '下書き', '草稿'],
  ready: ['Ready', '準備完了', '就绪'],
  embargoed: ['Embargoed', '解禁待ち', '禁发期内'],
  published: ['Published', '公開済み', '已发布'],
});
export type AppWord = keyof (typeof appWords)['en'];
