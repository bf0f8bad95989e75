/** Warnings and errors about an email or a campaign, by the server's codes. */
import { defineWords } from '../pick.ts';

export const lintWords = defineWords({
  lint_placeholder_left: ['Contains an unfilled placeholder', 'プレースホルダーが残っています', '仍有未替换的占位内容'],
  lint_empty_subject: ['Subject is empty', '件名が空です', '主题为空'],
  lint_empty_body: ['Body is empty', '本文が空です', '正文为空'],
  lint_invalid_address: ['Invalid email address', 'メールアドレスが無効です', '邮箱地址无效'],
  lint_non_ascii_local_part: [
    'Most mail servers don’t accept the characters before the @',
    '@の前に、多くのサーバーが受け付けない文字が含まれています',
    '@ 之前含有多数邮件服务器不接受的字符',
  ],
  lint_control_character: ['Contains a control character', '制御文字が含まれています', '含有控制字符'],
  lint_subject_over_998_octets: ['Subject is too long to send', '件名が長すぎて送信できません', '主题过长，无法发送'],
  lint_subject_too_long: [
    'Subject may be truncated',
    '件名が長く、途中で切れる可能性があります',
    '主题较长，可能显示不全',
  ],
  lint_subject_no_purpose: [
    "Subject doesn't say this is a press release",
    '件名からプレスリリースだと分かりません',
    '主题未说明这是新闻稿',
  ],
  lint_first_20_no_subject: [
    'No name or news in the first 20 characters of the subject',
    '件名の冒頭20文字に、社名やニュースの内容がありません',
    '主题前 20 个字中没有名称或新闻点',
  ],
  lint_hype: ['Promotional wording', '宣伝色の強い表現があります', '含有宣传性措辞'],
  lint_emoji_in_subject: ['Emoji in the subject', '件名に絵文字が含まれています', '主题含有表情符号'],
  lint_body_too_long: ['Long intro before the release', 'リリースまでの前置きが長すぎます', '新闻稿前的引言过长'],
  lint_link_not_allowed: [
    'Contains a link that isn’t allowed',
    '使用できないリンクが含まれています',
    '含有不允许的链接',
  ],
  lint_no_consent_basis: [
    'No consent or legal basis recorded for this address',
    'このアドレスに送信する根拠（同意など）が記録されていません',
    '此邮箱没有同意记录或其他发送依据',
  ],
  lint_recently_contacted: ['Contacted within the last 14 days', '過去14日以内に送信しています', '近 14 天内已联系过'],
  lint_low_fit: ['Weak match with the release', 'リリースとの関連が薄いメディアです', '与新闻稿关联度低'],
  lint_many_recipients: [
    'More than 50 recipients. Smaller lists get more replies.',
    '宛先が50件を超えています。対象を絞ると返信率が上がります。',
    '收件人超过 50 个。缩小范围可提高回复率。',
  ],
  lint_outside_business_hours: [
    "Outside the recipient's business hours",
    '受信者の営業時間外です',
    '不在收件人的工作时间内',
  ],
  lint_missing_postal_address: [
    'Sender has no postal address',
    '差出人の所在地が設定されていません',
    '发件人缺少邮政地址',
  ],
  lint_missing_sender: [
    'Sender name or address is missing',
    '差出人名または差出人アドレスが設定されていません',
    '发件人缺少名称或地址',
  ],
  lint_unsubscribe_missing: [
    "The unsubscribe link won't work until the operator sets BASE_URL",
    '運営者がBASE_URLを設定するまで、配信停止リンクは機能しません',
    '运营方设置 BASE_URL 之前，退订链接无法使用',
  ],
  lint_release_changed: [
    'The release has changed since this email was created',
    'メールの作成後にリリースが変更されています',
    '邮件生成后新闻稿有改动',
  ],
  lint_no_recipients: ['No emails left to send', '送信するメールがありません', '没有可发送的邮件'],
  lint_lint_error: ['Some emails have errors', 'エラーのあるメールがあります', '部分邮件存在错误'],
  lint_embargoed: ['The release is still under embargo', 'リリースは解禁前です', '新闻稿仍在禁发期内'],
  lint_sender_incomplete: [
    'Sender name or postal address is missing',
    '差出人名または所在地が設定されていません',
    '发件人缺少名称或邮政地址',
  ],
});
