import { defineWords } from '../pick.ts';

export const startWords = defineWords({
  checklist: ['Get started', 'はじめに', '快速入门'],
  stepCompany: ['Set up your company and sender', '会社と差出人を設定する', '设置公司与发件人'],
  stepAnalyse: ['Analyze a text', 'テキストを分析する', '分析一段文本'],
  stepRelease: ['Write a release', 'リリースを書く', '撰写新闻稿'],
  stepMedia: ['Add media outlets to a list', 'メディアをリストに追加する', '将媒体加入名单'],
  stepCampaign: ['Send your first campaign', '最初の配信を送る', '发送第一次邮件推送'],
  stepsDone: ['{done} of {total}', '{total}件中{done}件', '{done} / {total}'],
  done: ['Done', '完了', '已完成'],
  usage: ['Analyses this month', '今月の分析回数', '本月分析次数'],
  usageOf: ['{used} of {limit} used', '{limit}回中{used}回を使用', '已用 {used} / {limit}'],
  renewed: ['Resets {at}', '{at}にリセット', '{at}重置'],
  latestResults: ['Recent analyses', '最近の分析結果', '最近的分析'],
  latestReleases: ['Recent releases', '最近のリリース', '最近的新闻稿'],
  noResults: [
    'No analyses yet. Paste a text to see how newsworthy it is.',
    '分析結果はまだありません。テキストを貼り付けて、ニュースとしての価値を確認しましょう。',
    '还没有分析结果。粘贴一段文本，看看它的新闻价值。',
  ],
  noReleases: [
    'No releases yet. Write your first one and get a score as you type.',
    'リリースはまだありません。最初のリリースを書いてみましょう。入力に合わせて採点されます。',
    '还没有新闻稿。撰写第一篇，边写边看评分。',
  ],
});
export type StartWord = keyof (typeof startWords)['en'];
