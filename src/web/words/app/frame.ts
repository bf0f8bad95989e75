/** The words of the newsroom's pages that all of them say. */
import { defineWords } from '../pick.ts';

export const appWords = defineWords({
  start: ['Start', 'はじめに', '开始'],
  analyse: ['Analyse', '分析', '分析'],
  results: ['Results', '分析結果', '分析结果'],
  releases: ['Releases', 'リリース', '新闻稿'],
  media: ['Media', 'メディア', '媒体'],
  campaigns: ['Campaigns', '配信', '投递'],
  articles: ['Articles', '記事', '文章'],
  company: ['Company and team', '会社とチーム', '公司与团队'],
  plan: ['Plan', 'プラン', '套餐'],
  nq: ['News quality', 'ニュース品質', '新闻质量'],
  nqOf: ['NQ {score} of 100', 'NQ {score}（100 点満点）', 'NQ {score}（满分 100）'],
  noScore: ['not scored', '未採点', '未评分'],
  scoring: ['Scoring …', '採点中…', '评分中…'],
  writeFirst: [
    'Begin to write: the score appears here.',
    '書き始めると、ここに点数が表示されます。',
    '开始撰写后，此处显示评分。',
  ],
  untitled: ['Without a headline', '無題', '无标题'],
  headline: ['Headline', '見出し', '标题'],
  text: ['Text', '本文', '正文'],
  date: ['When', '日時', '时间'],
  state: ['State', '状態', '状态'],
  newRelease: ['Write a release', 'リリースを書く', '撰写新闻稿'],
  newAnalysis: ['Analyse a text', 'テキストを分析', '分析文本'],
  draft: ['draft', '下書き', '草稿'],
  ready: ['ready', '準備完了', '就绪'],
  embargoed: ['embargoed', '解禁待ち', '限时保密'],
  published: ['published', '公開済み', '已发布'],
});
export type AppWord = keyof (typeof appWords)['en'];
