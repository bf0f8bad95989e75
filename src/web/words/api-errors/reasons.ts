/** The newsroom's error codes in Japanese and Chinese. English comes with the error itself. */
import type { Reason } from '../../../kernel/errors/reasons.ts';
import type { Language } from '../../language.ts';
import { listErrorTexts } from './codes.ts';

type Row = readonly [ja: string, zh: string];

const table: Readonly<Record<Reason, Row>> = {
  admin_required: ['この操作は会社の管理者のみ行えます。', '仅公司管理员可以执行此操作。'],
  session_required: ['この操作にはサインインが必要です。', '此操作需要登录。'],
  owner_required: [
    'この操作には、サインインまたは上限のないキーが必要です。',
    '此操作需要登录，或使用没有限额的密钥。',
  ],
  operator_required: ['この操作は運営者のみ行えます。', '仅运营人员可以执行此操作。'],
  no_company: ['このキーは会社に属していません。', '此密钥不属于任何公司。'],
  insufficient_scope: ['アクセストークンに必要な権限がありません。', '访问令牌缺少所需权限。'],
  company_mismatch: ['この会社のメンバーではありません。', '您不是此公司的成员。'],
  no_input: ['2つの入力のうち、どちらかを入力してください。', '请填写两个输入项中的一个。'],
  use_batch: ['メディアが49件を超える場合は、一括処理を使ってください。', '媒体超过 49 家时请使用批量操作。'],
  too_many_media: ['メディアの数が多すぎます。件数を減らしてください。', '媒体数量过多，请减少数量。'],
  empty_text: ['テキストが空です。', '文本为空。'],
  url_blocked: ['このURLは使用できません。', '不允许使用此网址。'],
  unsupported_site: ['このサイトは読み取りに対応していません。', '不支持扫描此网站。'],
  path_not_allowed: ['インポート用フォルダー内のファイルを指定してください。', '请指定导入文件夹中的文件。'],
  invalid_json: ['ファイルが正しいJSONではありません。', '文件不是有效的 JSON。'],
  import_running: ['別のインポートを実行中です。完了してからお試しください。', '另一个导入正在进行，请完成后重试。'],
  invalid_cursor: ['ページの指定が正しくありません。再読み込みしてください。', '分页参数无效，请刷新页面。'],
  invalid_code: ['コードが正しくないか、有効期限が切れています。', '验证码错误或已过期。'],
  already_member: ['このアドレスはすでにメンバーです。', '此邮箱已是成员。'],
  cannot_remove_self: ['自分自身は削除できません。', '不能移除自己。'],
  last_admin: ['最後の管理者は削除できません。', '不能移除公司的最后一位管理员。'],
  no_customer: ['この会社には、まだ契約がありません。', '此公司还没有订阅。'],
  url_not_allowed: ['この戻り先URLは使用できません。', '不允许使用此返回网址。'],
  no_billing: ['このサーバーではプランを購入できません。', '此服务器不提供订阅。'],
  plan_limit: ['プランのメンバー数の上限に達しています。', '已达到套餐的成员数上限。'],
  version_conflict: [
    '表示した後に内容が変更されました。再読み込みして最新の内容を確認してください。',
    '打开之后内容已有更改。请刷新页面查看最新版本。',
  ],
  embargoed: ['リリースは解禁前です。', '新闻稿仍在禁发期内。'],
  release_state: ['リリースの現在の状態では、この操作を行えません。', '新闻稿当前的状态不允许此操作。'],
  in_use: ['使用中のため、削除できません。', '正在使用中，无法删除。'],
  campaign_state: ['配信の現在の状態では、この操作を行えません。', '邮件推送当前的状态不允许此操作。'],
  not_sendable: ['この配信は送信できません。', '此邮件推送无法发送。'],
  nothing_to_send: ['送信に失敗したメールはありません。', '没有发送失败的邮件。'],
  suppressed: ['このアドレスは配信停止リストに登録されています。', '此邮箱在停发名单中。'],
  unknown_recipient: [
    'このアドレスは、登録メディアでも、送信の根拠が記録された連絡先でもありません。',
    '此邮箱既不是媒体，也没有发送依据。',
  ],
  duplicate_address: ['同じ配信に、このアドレス宛てのメールがすでにあります。', '此次推送中已有发往该邮箱的邮件。'],
  resync_required: ['データが更新されています。最初から取得し直してください。', '数据已更新，请从头同步。'],
  too_many_attempts: [
    '試行回数の上限に達しました。新しいコードを取得してください。',
    '尝试次数过多，请重新获取验证码。',
  ],
  quota_exceeded: ['今月の分析回数の上限に達しました。', '本月分析次数已用完。'],
};

/** For the scripts of signed-in pages: `error_` and the code. English needs none. */
export function listReasonTexts(language: Language): Readonly<Record<string, string>> {
  if (language === 'en') return {};
  const column = language === 'ja' ? 0 : 1;
  const { TOOL_UNAVAILABLE: no_provider = '', ACCOUNT_SUSPENDED: account_suspended = '' } = listErrorTexts(language);
  const texts = Object.entries<Row>(table).map(([code, row]) => [`error_${code}`, row[column]]);
  return { ...Object.fromEntries(texts), error_no_provider: no_provider, error_account_suspended: account_suspended };
}
