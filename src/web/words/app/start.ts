import { defineWords } from '../pick.ts';

export const startWords = defineWords({
  checklist: ['First steps', '最初のステップ', '入门步骤'],
  stepCompany: ['Say who you are and as whom you send', '会社と送信者を設定する', '填写公司与发件人'],
  stepAnalyse: ['Analyse a text', 'テキストを分析する', '分析一段文本'],
  stepRelease: ['Write a release', 'リリースを書く', '撰写新闻稿'],
  stepMedia: ['Choose media, and put them on a list', 'メディアを選んでリストに入れる', '选择媒体并加入名单'],
  stepCampaign: ['Write to them, and see who has read it', 'メールを送り、開封を確かめる', '发送邮件并查看打开情况'],
  stepsDone: ['{done} of {total}', '{total} 件中 {done} 件', '{done} / {total}'],
  done: ['done', '完了', '已完成'],
  usage: ['Analyses this month', '今月の分析', '本月分析次数'],
  usageOf: ['{used} of {limit}', '{limit} 回中 {used} 回', '{used} / {limit}'],
  renewed: ['Renewed {at}', '{at}に更新', '{at}重置'],
  latestResults: ['Latest results', '最近の分析結果', '最近的分析'],
  latestReleases: ['Latest releases', '最近のリリース', '最近的新闻稿'],
  noResults: [
    'Nothing analysed yet. Paste a text, and see how newsworthy it is.',
    'まだ分析がありません。テキストを貼り付けて、ニュース価値を確かめましょう。',
    '尚无分析。粘贴一段文本，看看它的新闻价值。',
  ],
  noReleases: [
    'No releases yet. Write the first one: it is scored as you type.',
    'リリースはまだありません。最初の一本を書いてみましょう。入力しながら採点されます。',
    '尚无新闻稿。撰写第一篇，边写边评分。',
  ],
});
export type StartWord = keyof (typeof startWords)['en'];
