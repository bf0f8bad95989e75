/** What the scripts of all pages of one's own say. */
import { defineWords } from './pick.ts';

export const workspaceWords = defineWords({
  loading: ['One moment …', 'お待ちください…', '请稍候…'],
  retry: ['Try again', '再試行', '重试'],
  failed: ['It did not work: {message}', '処理できませんでした：{message}', '操作未成功：{message}'],
  offline: [
    'The server cannot be reached. Check your connection.',
    'サーバーに接続できません。通信環境を確認してください。',
    '无法连接服务器，请检查网络。',
  ],
  request: ['Request {id}', 'リクエスト {id}', '请求 {id}'],
  more: ['Show more', 'さらに表示', '显示更多'],
  cancel: ['Cancel', 'キャンセル', '取消'],
  save: ['Save', '保存', '保存'],
  saved: ['Saved.', '保存しました。', '已保存。'],
  remove: ['Remove', '削除', '删除'],
  sure: ['Really?', '本当に実行しますか？', '确定吗？'],
  filter: ['Filter', '絞り込む', '筛选'],
  all: ['All', 'すべて', '全部'],
  yes: ['Yes', 'はい', '是'],
  no: ['No', 'いいえ', '否'],
  none: ['None', 'なし', '无'],
  never: ['Never', 'なし', '从未'],
  copy: ['Copy', 'コピー', '复制'],
  copied: ['Copied', 'コピーしました', '已复制'],
  details: ['Details', '詳細', '详情'],
});
export type WorkspaceWord = keyof (typeof workspaceWords)['en'];
