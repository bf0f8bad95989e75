import { defineWords } from '../pick.ts';

export const releaseWords = defineWords({
  search: ['Words in it', '検索語', '包含文字'],
  noReleases: [
    'No release here. Write one, or let one be written from a form.',
    'リリースがありません。自分で書くか、フォームから作成してください。',
    '暂无新闻稿。可自行撰写，或通过表单生成。',
  ],
  fromForm: ['Write it from a form', 'フォームから作成', '通过表单生成'],
  companyName: ['Company', '会社名', '公司'],
  productName: ['What is announced', '発表するもの', '发布内容'],
  audience: ['Whom it is for', '対象', '目标受众'],
  features: ['What it does, a line each', '特徴（1 行に 1 つ）', '特点（每行一条）'],
  generate: ['Write the release', 'リリースを作成', '生成新闻稿'],
  subtitle: ['Second headline', 'サブタイトル', '副标题'],
  contact: ['Contact', '問い合わせ先', '联系方式'],
  unsaved: ['Not saved', '未保存', '未保存'],
  conflict: [
    'Somebody else has changed it meanwhile. Reload to see their version.',
    'ほかの人が変更しました。再読み込みしてください。',
    '他人已修改此稿。请重新加载查看。',
  ],
  live: ['Scored as you type', '入力しながら採点', '边写边评分'],
  optimise: ['Make a better version', '改善版を作成', '生成改进版本'],
  optimised: [
    'A better version is kept as a release of its own:',
    '改善版を新しいリリースとして保存しました：',
    '改进版本已另存为：',
  ],
  pdf: ['PDF', 'PDF', 'PDF'],
  publish: ['Publish in the feed', 'フィードに公開', '发布到信息流'],
  takeBack: ['Take it back', '公開を取り消す', '撤回'],
  markReady: ['Mark as ready', '準備完了にする', '标为就绪'],
  markDraft: ['Back to draft', '下書きに戻す', '退回草稿'],
  embargo: ['Nobody may publish before', '解禁日時', '解禁时间'],
  publicAt: ['Public at', '公開先', '公开地址'],
  deleteRelease: ['Delete', '削除', '删除'],
  improve: ['What would raise the score', '点数を上げるには', '如何提高分数'],
  translations: ['Translations, questions and answers', '翻訳とよくある質問', '翻译与问答'],
  recommend: ['Who could publish it', '掲載してくれそうなメディア', '可能报道的媒体'],
});
export type ReleaseWord = keyof (typeof releaseWords)['en'];
