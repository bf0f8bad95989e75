/** The words of `/time-report.html`. */
import type { Language } from '../language.ts';

const en = {
  title: 'Publishing times',
  lead: 'When press releases are published and read, by hour and weekday. Based on releases collected and emails sent by this server.',
  published: 'Published',
  opened: 'Opened',
  openedFew: 'Not enough emails were opened to show this without revealing individual companies.',
  /** `{count}`, `{from}`, `{to}`, `{zone}` */
  sample: '{count} releases from {from} to {to}, time zone {zone}.',
  none: 'No releases collected in the last 365 days.',
  firstStep: 'Data appears once the operator enables scheduled collection. Demo data is not counted.',
  busiest: 'Busiest: {weekday}, {hour}:00–{hour}:59 ({count})',
  category: 'Category',
  all: 'All',
  sources: 'Sources',
  articles: 'Releases',
  table: 'Show as table',
  hour: 'Hour',
  /** Monday first. */
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  method:
    'Each release counts once, at the time stated by its source; copies in other sources are excluded. Opens include only emails opened by people; automated opens are excluded.',
};

const ja: typeof en = {
  title: 'リリースの配信・開封時間帯',
  lead: 'プレスリリースが配信・開封される時間帯を、時刻と曜日ごとに示します。このサーバーが収集したリリースと送信したメールに基づきます。',
  published: '配信',
  opened: '開封',
  openedFew: '開封数が少なく、特定の会社の状況が分かるおそれがあるため、表示していません。',
  sample: '{from}～{to}の{count}件（タイムゾーン：{zone}）',
  none: '過去365日間に収集されたリリースはありません。',
  firstStep: '運営者が定期収集を有効にすると、データが表示されます。デモデータは集計しません。',
  busiest: '最多：{weekday}曜日{hour}時台（{count}件）',
  category: 'カテゴリー',
  all: 'すべて',
  sources: '収集元',
  articles: 'リリース数',
  table: '表で表示',
  hour: '時',
  weekdays: ['月', '火', '水', '木', '金', '土', '日'],
  method:
    'リリースは、収集元が示す時刻で1回だけ数えます。ほかの収集元にある同じ内容は除きます。開封は、人が開封したメールのみを数え、自動的な開封は除きます。',
};

const zh: typeof en = {
  title: '新闻稿发布时段',
  lead: '按小时和星期展示新闻稿的发布与打开时间，数据来自本服务器采集的新闻稿和发送的邮件。',
  published: '发布',
  opened: '打开',
  openedFew: '打开的邮件数量太少，为避免暴露个别公司的情况，暂不显示。',
  sample: '{from} 至 {to} 共 {count} 篇，时区 {zone}。',
  none: '近 365 天内没有采集到新闻稿。',
  firstStep: '运营方启用定时采集后即会显示数据。演示数据不计入统计。',
  busiest: '高峰：星期{weekday} {hour} 时（{count} 篇）',
  category: '类别',
  all: '全部',
  sources: '来源',
  articles: '新闻稿数',
  table: '以表格显示',
  hour: '时',
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  method: '每篇新闻稿按来源标注的时间计一次，其他来源的相同内容不重复计算。打开仅统计真人打开的邮件，自动打开不计入。',
};

export const timesWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
