/**
 * Invented media and releases in three languages, with what somebody who knows the media would say of each pair: 3 it is their
 * subject, 2 they would probably take it, 1 it is not far off. Everything else is 0. Written before anything was ranked.
 */

/** key|language|name|type|scope|place|industries|topics|profile|titles of articles, apart by /|reach */
const MEDIA_LINES = `
gyosei|ja|行政しごと新報|trade|trade||it,local|自治体の窓口,オープンデータ,行政手続き|市役所や町役場の仕事を軽くする工夫を伝える専門紙。|窓口の待ち時間を半分にした市/住民票をコンビニで受け取る人が増える|40000
sangyo|ja|みらい産業日報|newspaper|national||business,manufacturing|製造業,設備投資,人手不足|工場と経営を毎日伝える産業紙。|夜の工場を一人で回す/部品の値上がりと下請けの悩み|900000
koba|ja|町工場通信|magazine|trade||manufacturing|金属加工,町工場,工作機械,検査|金属や樹脂の部品を作る小さな工場の専門誌。|熟練の目に頼る検査をどう受け継ぐか/旋盤の刃を長持ちさせる|18000
hokuriku|ja|北陸さんぽ道|web|local|石川県|travel,food|金沢,和菓子,温泉,茶屋街|金沢と能登を歩き、食べ、泊まる人のための情報サイト。|茶屋街で味わう冬の上生菓子/能登の朝市だより|120000
kaga|ja|加賀新報|newspaper|prefectural|石川県|local,society|石川県政,能登,地域の催し|石川県の出来事を伝える地方紙。|金沢の商店街に新しい店/県内の小学校で雪かき|210000
wagashi|ja|和菓子と茶|magazine|national||food|和菓子,老舗,茶,季節の菓子|和菓子の作り手と味わい方を紹介する季刊誌。|最中の皮を焼く職人/柚子を使った秋の菓子|35000
shokuhin|ja|食品流通レポート|trade|trade||food,business|食品メーカー,小売,新商品,賞味期限|食品の新商品と売り場の動きを伝える業界紙。|菓子の売り場は小さな箱が伸びる/物流費の値上げに備える|60000
manabi|ja|教室のとびら|magazine|national||education|小学校,授業,教員,学級づくり|小学校の先生のための授業づくりの月刊誌。|音読が苦手な子と読む/一人一台の端末を授業で使う|52000
edict|ja|学びとデジタル|web|national||education,it|デジタル教科書,学習端末,教育委員会|学校で使う端末と教材の情報サイト。|デジタル教科書の字の大きさを変える/端末の故障にどう備えるか|80000
shoni|ja|こどもと健康|magazine|national||health|小児科,予防接種,アレルギー|子どもの病気と毎日の健康を医師が説明する雑誌。|夏の熱と水分/食物アレルギーの給食|45000
fukuoka|ja|福岡しごと日和|web|local|福岡県|business,local|福岡,起業,天神,地域企業|福岡で働き、会社を興す人の情報サイト。|天神の空き部屋を仕事場に/県内の中小企業に聞く賃上げ|95000
kyuden|ja|九州エネルギー通信|trade|block|福岡県|environment|太陽光発電,蓄電池,電力の地産地消|九州の再生可能エネルギーの専門紙。|昼に余る電気をためる/農地の上の太陽光パネル|15000
ido|ja|これからの移動|trade|trade||mobility,environment|電気自動車,充電,自動運転,バス|車と公共交通のこれからを追う専門誌。|充電器を増やす団地/夜のバスを予約で走らせる|30000
game|ja|遊びの広場|magazine|national||games,entertainment|新作ゲーム,eスポーツ,攻略|ゲームの新作と攻略の週刊誌。|冬の新作を先に遊ぶ/大会を支える実況|300000
sumai|ja|住まいの引き出し|web|national||lifestyle,realestate|収納,家事,リフォーム|片づけと住まいの手入れの情報サイト。|玄関を広く使う/網戸の張り替え|400000
sapporo|ja|札幌ゆき時計|web|local|北海道|local,travel|札幌,雪まつり,大通|札幌の街と催しを伝える地域サイト。|大通の氷の滑り台/冬の市電に乗る|110000
zenkoku|ja|大空全国新聞|newspaper|national||||||8000000
asahare|ja|朝晴れテレビ|tv|national||||||12000000
zhizao|zh|智造观察周刊|magazine|trade||manufacturing|工厂自动化,质量检测,机器人|面向工厂管理者的智能制造周刊。|质检员的眼睛与相机/老厂房里的机器人|60000
shencheng|zh|申城早报|newspaper|local|上海市|local,business|上海,门店,消费,社区|报道上海商业与社区生活的日报。|老字号的新门店/周末市集开张|500000
chayin|zh|茶饮研究所|web|national||food|奶茶,茶叶,新品,连锁品牌|关注茶饮新品与门店的网站。|春茶上市前的备货/低糖饮品为何流行|220000
shaonian|zh|少年课堂|magazine|national||education|小学,阅读,家长,课后服务|写给老师和家长的教育月刊。|孩子的朗读时间/课后三点半|90000
xinneng|zh|新能源车前线|trade|trade||mobility,environment|电动汽车,换电,充电站,动力电池|新能源汽车与充换电行业媒体。|换电站的排队时间/退役电池去哪里|130000
shenzhen|zh|深圳技术快讯|web|local|深圳市|it,business|深圳,人工智能,创业公司,芯片|报道深圳科技公司的网站。|南山的算法团队/芯片公司的第一个客户|260000
jiankang|zh|健康早茶|magazine|national||health|慢性病,体检,家庭医生|面向家庭的健康杂志。|看懂体检报告/老人用药提醒|180000
yiyuan|zh|医院管理者|trade|trade||health,it|医院信息化,电子病历,预约挂号|医院院长与信息科的专业媒体。|挂号窗口少了一半的队/病历的互通|25000
lvren|zh|旅人手记|magazine|national||travel|古镇,民宿,徒步|慢旅行杂志。|雨中的古镇/山里的民宿|70000
lingnan|zh|岭南风物|newspaper|prefectural|广东省|local,society|广东,非遗,社区|广东地方文化报。|醒狮少年/骑楼下的早茶|150000
youxi|zh|游戏茶话|web|national||games,entertainment|手机游戏,电竞,独立游戏|游戏资讯网站。|独立游戏的第一年/电竞馆的夜晚|310000
huanqiu|zh|寰宇大报|newspaper|national||||||20000000
factory|en|The Works Manager|trade|trade||manufacturing,business|factories,machine tools,plant safety|For people who run factories.|What a spare part costs when it is late/Guarding an old press|22000
classroom|en|Chalk and Tablet|magazine|national||education|primary schools,reading,teachers|For teachers in primary schools.|Ten minutes of reading aloud/A library in a corridor|48000
grid|en|Cell and Grid|trade|trade||environment,manufacturing|batteries,recycling,energy storage|News of batteries and of the power grid.|Where old car batteries go/Storing a windy night|19000
bakery|en|Crust and Crumb|magazine|national||food|bakeries,bread,coffee|About bread and those who bake it.|Rye in a small oven/Queues before dawn|64000
bristol|en|Bristol Quayside News|newspaper|local|Bristol|local,business|Bristol,harbour,shops,transport|What happens in Bristol.|Market stalls move indoors/Bus lanes on the bridge|88000
hospital|en|Ward Systems|trade|trade||health,it|hospitals,patient records,clinical software|Computing in hospitals.|Records that follow the patient/Fewer screens at the bedside|12000
coder|en|The Build Log|web|national||it|software,open source,developers|For people who write software.|A test suite in a minute/Dropping a dependency|350000
cycle|en|Two Wheels Weekly|magazine|national||mobility,sports|bicycles,e-bikes,city transport|For people who cycle to work.|Where to lock an e-bike/Hire schemes that last|71000
slow|en|Slow Miles|magazine|national||travel|railways,walking,small hotels|Journeys without aeroplanes.|Three days by branch line/A hotel with six rooms|39000
fund|en|Ledger and Fund|newspaper|national||finance,business|banks,pensions,markets|Money and markets.|Rates and small firms/Who still pays by cheque|420000
arcade|en|Pixel Lantern|web|national||games,entertainment|video games,consoles|Games and those who make them.|The last cartridge/A game made by two|510000
oxford|en|Oxfordshire Ledger|newspaper|local|Oxfordshire|local,society|Oxfordshire,villages,schools|What happens in Oxfordshire.|A village shop reopens/Rivers after rain|54000
world|en|The World Morning|newspaper|national||||||30000000
`;

export interface LabelledMedium {
  key: string;
  entry: Record<string, unknown>;
}

export const labelledMedia: readonly LabelledMedium[] = MEDIA_LINES.trim()
  .split('\n')
  .map((line) => {
    const [key = '', language, name, type, scope, place, industries, topics, profile, titles, reach] = line.split('|');
    const split = (text: string | undefined, mark: string): string[] => (text ? text.split(mark) : []);
    return {
      key,
      entry: {
        ...{ name, language, type, scope, prefecture: place || null, profile: profile || null },
        country: { ja: 'JP', zh: 'CN', en: 'GB' }[language ?? ''],
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
  language: 'ja' | 'zh' | 'en';
  title: string;
  body: string;
  labels: Readonly<Record<string, 1 | 2 | 3>>;
}

export const labelledReleases: readonly LabelledRelease[] = [
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
    labels: { wagashi: 3, hokuriku: 3, kaga: 2, shokuhin: 2 },
  },
  {
    language: 'ja',
    title: '小学校のデジタル教科書を読み上げる無料の教材を公開',
    body: '一般社団法人よみとも協会は2026年11月25日、小学校の授業で使うデジタル教科書の文章を、児童の速さに合わせて読み上げる教材を公開しました。学習端末で動き、先生は児童ごとに字の大きさと行の間を変えられます。全国の小学校34校、約2,100人の児童で試したところ、音読の宿題を続ける児童が1.6倍に増えました。利用は無料です。',
    labels: { edict: 3, manabi: 3, shoni: 1, gyosei: 1 },
  },
  {
    language: 'ja',
    title: '福岡の団地で、太陽光の電気を蓄電池にためて分け合う取り組みを開始',
    body: '株式会社玄海電力サービスは2026年12月10日、福岡県福岡市の団地で、屋根の太陽光発電の電気を大型の蓄電池にため、230戸で分け合う取り組みを始めます。余った電気は電気自動車の充電にも使います。電気代は1戸あたり月に平均1,800円下がる見込みです。九州では昼の電気が余る日が増えており、再生可能エネルギーを地域で使い切ることを目指します。',
    labels: { kyuden: 3, fukuoka: 2, ido: 2, sumai: 1 },
  },
  {
    language: 'ja',
    title: '市役所の窓口で書く書類を一枚にまとめる手続きサービスを提供開始',
    body: '株式会社くらし窓口は2026年12月1日、引っ越しなどの手続きで市役所に出す書類を一枚にまとめるサービスを始めます。住民が端末に一度入力した内容が、必要な申請書すべてに入ります。先に使い始めた3つの市では、窓口の待ち時間が平均で38分から14分に減りました。自治体の職員の入力作業も減ります。',
    labels: { gyosei: 3, sangyo: 1, kaga: 1, fukuoka: 1 },
  },
  {
    language: 'zh',
    title: '深圳明眸科技发布面向工厂的视觉质量检测系统“细看”',
    body: '深圳市明眸科技有限公司于2026年12月1日在深圳发布面向工厂的视觉质量检测系统“细看”。该系统使用人工智能识别零件表面的划痕，可与生产线上的机器人连接。在广东省12家工厂的试用中，质检时间平均减少42%。系统每套售价18万元。',
    labels: { zhizao: 3, shenzhen: 3, lingnan: 1 },
  },
  {
    language: 'zh',
    title: '上海茶饮品牌“小满”推出低糖春茶新品',
    body: '上海小满茶业有限公司于2026年12月3日在上海的36家门店推出低糖春茶新品。新品使用当年春天采摘的茶叶，每杯含糖量不到3克，价格为16元。公司在社区市集上举行了试饮活动，约2000名顾客参加，其中81%的人表示愿意再次购买奶茶新品。',
    labels: { chayin: 3, shencheng: 3, jiankang: 1 },
  },
  {
    language: 'zh',
    title: '康桥软件为医院推出互通的电子病历与预约挂号系统',
    body: '康桥软件股份有限公司于2026年11月28日推出面向医院的电子病历与预约挂号系统。患者在家即可完成挂号，医生可以查看患者在其他医院的病历。首批使用的9家医院，患者平均等候时间从47分钟减少到19分钟。系统由医院信息科维护，按床位数收费。',
    labels: { yiyuan: 3, jiankang: 2, shenzhen: 1 },
  },
  {
    language: 'zh',
    title: '驰电新能源在高速公路建成120座电动汽车换电站',
    body: '驰电新能源有限公司于2026年12月8日宣布，已在高速公路服务区建成120座电动汽车换电站。更换一块动力电池只需3分钟，每座换电站每天可服务312辆车。公司计划把退役的动力电池用于储能，减少浪费。',
    labels: { xinneng: 3, zhizao: 1, lvren: 1 },
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
    labels: { grid: 3, factory: 2, fund: 1 },
  },
  {
    language: 'en',
    title: 'Free app helps primary school teachers hear every child read aloud',
    body: 'The Readwell Foundation has released a free app that helps teachers in primary schools to hear every child read aloud. Children read to a tablet at their own pace, and teachers see which words were hard. In 34 schools, 2,100 pupils used it for a term; the share that reads at the expected level rose from 61 to 74 per cent.',
    labels: { classroom: 3, oxford: 1, coder: 1 },
  },
  {
    language: 'en',
    title: 'Open patient record software goes into use at nine hospitals',
    body: 'Carebridge Software has put its patient record software into use at nine hospitals. Clinical staff see one record for each patient, wherever it was written, and the code is open source. Waiting times in the admission office fell from 47 to 19 minutes. Hospitals pay by bed, and may run the software on their own machines.',
    labels: { hospital: 3, coder: 2 },
  },
  {
    language: 'en',
    title: 'Bristol gets 1,200 e-bikes for hire at 90 stations',
    body: 'Spoke Street Ltd will put 1,200 e-bikes for hire at 90 stations in Bristol on 12 December 2026. A ride of half an hour costs 1.80 pounds. The e-bikes can be locked at bus stops, and commuters with a monthly bus ticket ride for free. The scheme is meant to replace 400,000 car journeys a year in the city.',
    labels: { cycle: 3, bristol: 3, grid: 1, slow: 1 },
  },
];
