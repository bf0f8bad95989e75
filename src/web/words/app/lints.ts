/** What is wrong with a mail, or could be better, and what keeps a campaign from being sent: by the server's codes. */
import { defineWords } from '../pick.ts';

export const lintWords = defineWords({
  lint_placeholder_left: ['A placeholder is left', 'プレースホルダーが残っています', '仍有占位内容'],
  lint_empty_subject: ['The subject is empty', '件名が空です', '主题为空'],
  lint_empty_body: ['The text is empty', '本文が空です', '正文为空'],
  lint_invalid_address: ['Not a valid address', 'アドレスが無効です', '邮箱地址无效'],
  lint_non_ascii_local_part: [
    'Letters before the @ that few mail servers take',
    '@ の前に多くのサーバーが受け付けない文字があります',
    '@ 之前含有多数邮件服务器不接受的字符',
  ],
  lint_control_character: ['A control character', '制御文字があります', '含有控制字符'],
  lint_subject_over_998_octets: ['The subject is far too long', '件名が長すぎます', '主题过长'],
  lint_subject_too_long: ['The subject is longer than most readers are shown', '件名が長めです', '主题偏长'],
  lint_subject_no_purpose: [
    'The subject does not say that it is a press release',
    '件名にリリースであることがありません',
    '主题未说明是新闻稿',
  ],
  lint_first_20_no_subject: [
    'Neither a name nor news within the first 20 characters',
    '冒頭 20 文字に名前やニュースがありません',
    '前 20 个字没有名称或新闻',
  ],
  lint_hype: ['Praise that editors take out', '編集者が削る誇張表現があります', '含有编辑会删去的夸张措辞'],
  lint_emoji_in_subject: ['An emoji in the subject', '件名に絵文字があります', '主题含有表情符号'],
  lint_body_too_long: ['A long way to the release', 'リリースまでが長すぎます', '新闻稿之前的文字过长'],
  lint_link_not_allowed: ['A link that readers may not be led to', '誘導できないリンクがあります', '含有不允许的链接'],
  lint_no_consent_basis: ['No known ground to write to this address', '送信の根拠が不明です', '缺少发送依据'],
  lint_recently_contacted: ['You wrote there within 14 days', '14 日以内に送信しています', '14 天内已联系过'],
  lint_low_fit: ['Little in common with the release', 'リリースとの関連が薄い媒体です', '与新闻稿关联较少'],
  lint_many_recipients: [
    'More than 50 recipients: fewer answer more often',
    '宛先が 50 件を超えています',
    '收件人超过 50 个',
  ],
  lint_outside_business_hours: ['Outside of business hours', '営業時間外です', '非工作时间'],
  lint_missing_postal_address: ['The sender has no postal address', '送信者の住所がありません', '发件人缺少邮政地址'],
  lint_missing_sender: ['The sender has no name or address yet', '送信者が未設定です', '发件人信息不完整'],
  lint_unsubscribe_missing: [
    'Readers could not reach the unsubscribe link: the operator sets BASE_URL',
    '配信停止リンクが届きません（運営者が BASE_URL を設定）',
    '退订链接无法访问（由运营者设置 BASE_URL）',
  ],
  lint_release_changed: ['The release has changed since', '作成後にリリースが変更されています', '新闻稿在此之后有改动'],
  lint_no_recipients: ['No mail is left to be sent', '送るメールがありません', '没有可发送的邮件'],
  lint_lint_error: ['Some mails have errors', 'エラーのあるメールがあります', '有邮件存在错误'],
  lint_embargoed: ['The release is still under embargo', '解禁前です', '尚未解禁'],
  lint_sender_incomplete: [
    'The sender has no postal address, or no name',
    '送信者の名前か住所がありません',
    '发件人缺少名称或地址',
  ],
});
