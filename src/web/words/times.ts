/** The words of `/time-report.html`. */
import type { Language } from '../language.ts';

const en = {
  title: 'When releases are published and read',
  lead: 'Hour by weekday, from what this server has collected and from the mails that it has sent.',
  published: 'Published',
  opened: 'Read',
  openedFew: 'Too few mails were opened by people to show when: a small number could tell of one company.',
  /** `{count}`, `{from}`, `{to}`, `{zone}` */
  sample: '{count} releases from {from} to {to}, times of {zone}.',
  none: 'No release has been collected in the last 365 days, so there is nothing to show.',
  firstStep:
    'Sources are read on a schedule that operators switch on; the report fills by itself. The examples of a new installation are not counted.',
  busiest: 'Busiest: {weekday}, {hour}:00 to {hour}:59, with {count} of them.',
  category: 'Category',
  all: 'All',
  sources: 'Sources',
  articles: 'Releases',
  table: 'The same as a table',
  hour: 'Hour',
  /** Monday first. */
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  method:
    'A release counts once, at the time that its source says; copies in other sources are left out. A mail counts as read when a person opened it; openings by mail programs and filters are told apart and left out.',
};

const ja: typeof en = {
  title: 'リリースが配信され、読まれる時間',
  lead: 'このサーバーが収集したリリースと送信したメールを、時刻と曜日で集計しています。',
  published: '配信',
  opened: '開封',
  openedFew:
    '人が開封したメールが少ないため、開封時刻は表示しません。少数では特定の会社の動きが分かってしまうためです。',
  sample: '{from}から{to}までの{count}件、時刻は{zone}。',
  none: '過去365日間に収集されたリリースはないため、表示するものがありません。',
  firstStep:
    '収集は運営者が有効にした予定に従って行われ、レポートは自動的に埋まります。導入直後の見本データは集計しません。',
  busiest: '最多：{weekday}曜日 {hour}時台（{count}件）',
  category: 'カテゴリー',
  all: 'すべて',
  sources: '収集元',
  articles: 'リリース数',
  table: '同じ内容の表',
  hour: '時',
  weekdays: ['月', '火', '水', '木', '金', '土', '日'],
  method:
    'リリースは収集元が示す時刻で1回だけ数え、他の収集元にある同じ内容は除きます。開封は人が開いたメールのみを数え、メールソフトや検査機器による自動の開封は区別して除きます。',
};

const zh: typeof en = {
  title: '新闻稿在何时发布、何时被阅读',
  lead: '按小时与星期统计，数据来自本服务器采集的新闻稿和发出的邮件。',
  published: '发布',
  opened: '阅读',
  openedFew: '真人打开的邮件太少，不显示阅读时间：数量太小会泄露某一家公司的情况。',
  sample: '{from} 至 {to} 共 {count} 篇，时间为 {zone}。',
  none: '近 365 天内没有采集到新闻稿，因此没有可展示的内容。',
  firstStep: '采集按运营者启用的计划进行，报告会自动填充。新安装自带的示例不计入统计。',
  busiest: '最多：星期{weekday} {hour} 时，共 {count} 篇。',
  category: '类别',
  all: '全部',
  sources: '来源',
  articles: '新闻稿数',
  table: '同样内容的表格',
  hour: '时',
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  method:
    '每篇新闻稿按来源标注的时间计一次，其他来源的相同内容不重复计算。阅读仅统计真人打开的邮件，邮件程序和过滤器的自动打开会被识别并排除。',
};

export const timesWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
