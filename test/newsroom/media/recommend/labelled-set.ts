/**
 * Invented media and releases in three languages, with what somebody who knows the media would say of each pair: 3 it is their
 * subject, 2 they would probably take it, 1 it is not far off. Everything else is 0. Written before anything was ranked.
 */
import { readFileSync } from 'node:fs';
import { type Half, type Language, texts } from '../../evaluation/texts.ts';

export interface LabelledMedium {
  key: string;
  entry: Record<string, unknown>;
}

const readLines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** Lines of key|language|name|type|scope|place|industries|topics|profile|titles of articles, apart by /|reach|country */
export const labelledMedia: readonly LabelledMedium[] = readLines('media.txt').map((line) => {
  const [key = '', language, name, type, scope, place, industries, topics, profile, titles, reach, country] =
    line.split('|');
  const split = (text: string | undefined, mark: string): string[] => (text ? text.split(mark) : []);
  return {
    key,
    entry: {
      ...{ name, language, type, scope, prefecture: place || null, profile: profile || null },
      country: country ?? { ja: 'JP', zh: 'CN', en: 'GB' }[language ?? ''],
      industry: split(industries, ','),
      topics: split(topics, ','),
      recent_articles: split(titles, '/').map((title) => ({ title })),
      ...{ email: `desk@${key}.press.example`, email_kind: 'desk', consent_basis: 'published_address' },
      reach: Number(reach),
    },
  };
});

/** Nobody knows what they write about, and everybody knows them. */
export const famousButEmpty = ['zenkoku', 'asahare', 'huanqiu', 'world'];

export interface LabelledRelease {
  language: Language;
  half: Half;
  title: string;
  body: string;
  labels: Readonly<Record<string, number>>;
}

const short: readonly Omit<LabelledRelease, 'half'>[] = [
  {
    language: 'ja',
    title: '金属部品の細かな傷を写真で見分ける検査装置「ミガキ」を発売',
    body: '株式会社港精機は2026年12月1日、金属加工の現場で使う検査装置「ミガキ」を発売します。カメラで撮った写真から、人の目では見落としやすい傷を見分けます。東京都大田区の町工場12社で試し、検査にかかる時間を平均で42%減らしました。価格は1台180万円です。熟練した検査員の不足に悩む工場に向けたものです。',
    labels: { koba: 3, sangyo: 3, shokuhin: 1 },
  },
  {
    language: 'ja',
    title: '金沢の老舗和菓子店、柚子を使った最中「雪あかり」を発売',
    body: '創業140年の和菓子店、株式会社白山堂は2026年12月5日、石川県金沢市の本店で、柚子の餡を挟んだ最中「雪あかり」を発売します。県内で採れた柚子を使い、皮は職人が一枚ずつ焼きます。1個280円で、茶屋街の店でも温かいお茶と一緒に味わえます。発売の日には作り方を見せる催しを開きます。',
    labels: { wagashi: 3, hokuriku: 3, kaga: 2, shokuhin: 2, yasai: 2 },
  },
  {
    language: 'ja',
    title: '小学校のデジタル教科書を読み上げる無料の教材を公開',
    body: '一般社団法人よみとも協会は2026年11月25日、小学校の授業で使うデジタル教科書の文章を、児童の速さに合わせて読み上げる教材を公開しました。学習端末で動き、先生は児童ごとに字の大きさと行の間を変えられます。全国の小学校34校、約2,100人の児童で試したところ、音読の宿題を続ける児童が1.6倍に増えました。利用は無料です。',
    labels: { edict: 3, manabi: 3, shoni: 1, gyosei: 1, kodomo: 1, denno: 1, npo: 1 },
  },
  {
    language: 'ja',
    title: '福岡の団地で、太陽光の電気を蓄電池にためて分け合う取り組みを開始',
    body: '株式会社玄海電力サービスは2026年12月10日、福岡県福岡市の団地で、屋根の太陽光発電の電気を大型の蓄電池にため、230戸で分け合う取り組みを始めます。余った電気は電気自動車の充電にも使います。電気代は1戸あたり月に平均1,800円下がる見込みです。九州では昼の電気が余る日が増えており、再生可能エネルギーを地域で使い切ることを目指します。',
    labels: { kyuden: 3, fukuoka: 2, ido: 2, sumai: 1, kenzai: 1 },
  },
  {
    language: 'ja',
    title: '市役所の窓口で書く書類を一枚にまとめる手続きサービスを提供開始',
    body: '株式会社くらし窓口は2026年12月1日、引っ越しなどの手続きで市役所に出す書類を一枚にまとめるサービスを始めます。住民が端末に一度入力した内容が、必要な申請書すべてに入ります。先に使い始めた3つの市では、窓口の待ち時間が平均で38分から14分に減りました。自治体の職員の入力作業も減ります。',
    labels: { gyosei: 3, sangyo: 1, kaga: 1, fukuoka: 1, denno: 1 },
  },
  {
    language: 'zh',
    title: '深圳明眸科技发布面向工厂的视觉质量检测系统“细看”',
    body: '深圳市明眸科技有限公司于2026年12月1日在深圳发布面向工厂的视觉质量检测系统“细看”。该系统使用人工智能识别零件表面的划痕，可与生产线上的机器人连接。在广东省12家工厂的试用中，质检时间平均减少42%。系统每套售价18万元。',
    labels: { zhizao: 3, shenzhen: 3, lingnan: 1, daima: 1 },
  },
  {
    language: 'zh',
    title: '上海茶饮品牌“小满”推出低糖春茶新品',
    body: '上海小满茶业有限公司于2026年12月3日在上海的36家门店推出低糖春茶新品。新品使用当年春天采摘的茶叶，每杯含糖量不到3克，价格为16元。公司在社区市集上举行了试饮活动，约2000名顾客参加，其中81%的人表示愿意再次购买奶茶新品。',
    labels: { chayin: 3, shencheng: 3, canyin: 2, jiankang: 1 },
  },
  {
    language: 'zh',
    title: '康桥软件为医院推出互通的电子病历与预约挂号系统',
    body: '康桥软件股份有限公司于2026年11月28日推出面向医院的电子病历与预约挂号系统。患者在家即可完成挂号，医生可以查看患者在其他医院的病历。首批使用的9家医院，患者平均等候时间从47分钟减少到19分钟。系统由医院信息科维护，按床位数收费。',
    labels: { yiyuan: 3, jiankang: 2, shenzhen: 1, kanghu: 1 },
  },
  {
    language: 'zh',
    title: '驰电新能源在高速公路建成120座电动汽车换电站',
    body: '驰电新能源有限公司于2026年12月8日宣布，已在高速公路服务区建成120座电动汽车换电站。更换一块动力电池只需3分钟，每座换电站每天可服务312辆车。公司计划把退役的动力电池用于储能，减少浪费。',
    labels: { xinneng: 3, zhizao: 1, lvren: 1, gonggong: 1 },
  },
  {
    language: 'en',
    title: 'Harbour Loaf opens a bakery with its own mill on the Bristol quayside',
    body: 'Harbour Loaf Ltd will open a bakery with its own stone mill on the quayside in Bristol on 5 December 2026. The bakery grinds wheat and rye from 14 farms and sells bread, coffee and pastries from six in the morning. It creates 22 jobs. Visitors can watch the bakers at work on the opening day.',
    labels: { bakery: 3, bristol: 3, slow: 1 },
  },
  {
    language: 'en',
    title: 'Northmoor Metals starts a plant that recycles 9,000 tonnes of batteries a year',
    body: 'Northmoor Metals plc has started a plant that recycles 9,000 tonnes of car batteries a year. It recovers 94 per cent of the lithium and nickel in old cells, which go back to battery factories. The plant cost 61 million pounds and employs 140 people. Energy storage and electric cars leave ever more batteries to recycle.',
    labels: { grid: 3, factory: 2, fund: 1, motor: 1 },
  },
  {
    language: 'en',
    title: 'Free app helps primary school teachers hear every child read aloud',
    body: 'The Readwell Foundation has released a free app that helps teachers in primary schools to hear every child read aloud. Children read to a tablet at their own pace, and teachers see which words were hard. In 34 schools, 2,100 pupils used it for a term; the share that reads at the expected level rose from 61 to 74 per cent.',
    labels: { classroom: 3, oxford: 1, coder: 1, charity: 1 },
  },
  {
    language: 'en',
    title: 'Open patient record software goes into use at nine hospitals',
    body: 'Carebridge Software has put its patient record software into use at nine hospitals. Clinical staff see one record for each patient, wherever it was written, and the code is open source. Waiting times in the admission office fell from 47 to 19 minutes. Hospitals pay by bed, and may run the software on their own machines.',
    labels: { hospital: 3, coder: 2, nurse: 1 },
  },
  {
    language: 'en',
    title: 'Bristol gets 1,200 e-bikes for hire at 90 stations',
    body: 'Spoke Street Ltd will put 1,200 e-bikes for hire at 90 stations in Bristol on 12 December 2026. A ride of half an hour costs 1.80 pounds. The e-bikes can be locked at bus stops, and commuters with a monthly bus ticket ride for free. The scheme is meant to replace 400,000 car journeys a year in the city.',
    labels: { cycle: 3, bristol: 3, grid: 1, slow: 1, civic: 1 },
  },
];

/** Lines of the id of a release of the evaluation, and the keys of media with their labels. */
const long = readLines('labels.txt').map((line): LabelledRelease => {
  const [id, ...pairs] = line.split(' ');
  const one = texts.find((text) => text.id === id);
  if (one === undefined) throw new Error(`there is no release ${id}`);
  const end = one.text.indexOf('\n');
  return {
    ...{ language: one.language, half: one.half, title: one.text.slice(0, end), body: one.text.slice(end).trim() },
    labels: Object.fromEntries(
      pairs.map((pair): [string, number] => {
        const [key = '', label] = pair.split(':');
        return [key, Number(label)];
      }),
    ),
  };
});

export const labelledReleases: readonly LabelledRelease[] = [
  ...short.map((one): LabelledRelease => ({ ...one, half: 'seen' })),
  ...long,
];
