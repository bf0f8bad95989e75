/** Places by name: Japan's prefectures and cities, China's provinces and cities, countries and the large cities of the world. */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

export const PREFECTURES_JA = list(`
  北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県
  静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県
  熊本県 大分県 宮崎県 鹿児島県 沖縄県
`);

/** Without their ending; names that are family names or common words as well are left out (福島, 千葉, 山口, 石川). */
export const PLACES_JA = list(`
  東京 大阪 京都 名古屋 横浜 神戸 福岡 札幌 仙台 広島 川崎市 さいたま市 千葉市 新潟 浜松 静岡 岡山 熊本 鹿児島 北九州 堺市 相模原 長野市 松本市 金沢 富山
  高松 松山 高知 長崎 大分 那覇 沖縄 旭川 函館 青森 盛岡 秋田 山形市 水戸 宇都宮 前橋 高崎 甲府 岐阜 大津 奈良 和歌山 鳥取 松江 倉敷 下関 徳島
  今治 久留米 佐世保 別府 豊橋 豊田市 岡崎市 四日市 つくば 柏市 船橋 川口市 八王子 町田市 藤沢 鎌倉 小田原 熱海 軽井沢 尼崎 西宮 姫路 東大阪 淡路島 小豆島
  千代田区 中央区 港区 新宿区 文京区 台東区 墨田区 江東区 品川区 目黒区 大田区 世田谷区 渋谷区 中野区 杉並区 豊島区 北区 荒川区 板橋区 練馬区 足立区 葛飾区 江戸川区
  渋谷 新宿 銀座 六本木 秋葉原 浅草 丸の内 梅田駅 心斎橋 関東 関西 東北地方 九州 四国 北陸 東海地方 首都圏 日本 全国 国内 海外 米国 アメリカ イギリス 英国
  フランス ドイツ イタリア スペイン 中国 台湾 香港 韓国 シンガポール タイ ベトナム インドネシア マレーシア フィリピン インド オーストラリア カナダ ブラジル
  ニューヨーク ロンドン パリ ベルリン 上海 北京 深圳 ソウル 台北 バンコク ハノイ ジャカルタ シリコンバレー サンフランシスコ シアトル 欧州 東南アジア アジア
`);

export const PLACES_ZH = list(`
  北京市 上海市 天津市 重庆市 北京 上海 天津 重庆 河北省 山西省 辽宁省 吉林省 黑龙江省 江苏省 浙江省 安徽省 福建省 江西省 山东省 河南省 湖北省 湖南省 广东省
  海南省 四川省 贵州省 云南省 陕西省 甘肃省 青海省 台湾 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南
  陕西 甘肃 青海 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 广州 深圳 珠海 佛山 东莞 惠州 中山市 杭州 宁波 温州 嘉兴 绍兴 南京 苏州 无锡 常州 南通 徐州 扬州 合肥
  芜湖 福州 厦门 泉州 南昌 济南 青岛 烟台 郑州 洛阳 武汉 长沙 株洲 成都 绵阳 贵阳 昆明 西安 咸阳 兰州 西宁 银川 乌鲁木齐 呼和浩特 太原 石家庄 保定 沈阳
  大连 长春 哈尔滨 海口 三亚 拉萨 南宁 桂林 雄安新区 浦东新区 浦东 海淀区 朝阳区 中关村 长三角 粤港澳大湾区 珠三角 全国 国内 海外 中国 美国 英国 法国 德国 日本
  韩国 新加坡 印度 泰国 越南 马来西亚 印度尼西亚 澳大利亚 加拿大 巴西 俄罗斯 欧洲 东南亚 亚洲 非洲 东京 大阪 首尔 纽约 伦敦 巴黎 柏林 旧金山 硅谷
  臺北 台北 新北 桃園 台中 臺中 台南 臺南 高雄 新竹 臺灣 台灣 澳門 廣州 廣東 江蘇 蘇州 國內 全國 全球 線上 美國 英國 法國 德國 韓國 歐洲 亞洲
`);

export const PLACES_EN = `
  Tokyo;Osaka;Kyoto;Nagoya;Yokohama;Kobe;Fukuoka;Sapporo;Sendai;Hiroshima;Nara;Okinawa;Hokkaido;Kyushu;Japan;China;Beijing;Shanghai;Shenzhen;Guangzhou
  Hangzhou;Chengdu;Hong Kong;Taiwan;Taipei;South Korea;Korea;Seoul;Singapore;Thailand;Bangkok;Vietnam;Hanoi;Indonesia;Jakarta;Malaysia;Kuala Lumpur
  Philippines;Manila;India;Mumbai;Delhi;New Delhi;Bengaluru;Bangalore;Australia;Sydney;Melbourne;New Zealand;Auckland;United States;U.S.;USA;America
  New York;New York City;San Francisco;Silicon Valley;Los Angeles;San Diego;San Jose;Seattle;Portland;Boston;Chicago;Austin;Dallas;Houston;Denver;Miami
  Atlanta;Washington;Washington, D.C.;Philadelphia;Detroit;California;Texas;Florida;Massachusetts;Oregon;Colorado;Illinois;Canada;Toronto;Vancouver;Montreal
  Mexico;Mexico City;Brazil;São Paulo;Argentina;Chile;United Kingdom;UK;U.K.;England;Scotland;Wales;London;Manchester;Edinburgh;Bristol;Cambridge;Oxford
  Ireland;Dublin;France;Paris;Lyon;Germany;Berlin;Munich;Hamburg;Frankfurt;Netherlands;Amsterdam;Rotterdam;Belgium;Brussels;Switzerland;Zurich;Geneva
  Austria;Vienna;Italy;Milan;Rome;Spain;Madrid;Barcelona;Portugal;Lisbon;Sweden;Stockholm;Norway;Oslo;Denmark;Copenhagen;Finland;Helsinki;Poland;Warsaw
  Czech Republic;Prague;Hungary;Budapest;Greece;Athens;Turkey;Istanbul;Israel;Tel Aviv;United Arab Emirates;Dubai;Abu Dhabi;Saudi Arabia;Egypt;Cairo
  Kenya;Nairobi;Nigeria;Lagos;South Africa;Cape Town;Europe;Asia;Africa;North America;South America;Latin America;Southeast Asia;Middle East;Estonia;Tallinn
`
  .trim()
  .split(/[;\n]/)
  .map((name) => name.trim());

/** Inside a prefecture or province: 渋谷区, 浦东新区. */
export const LOCALITY_JA = '(?:[\\p{Script=Han}々ヶケ]{1,5}?[市区郡])?(?:[\\p{Script=Han}々ヶケ]{1,5}?[市区町村])?';
export const LOCALITY_ZH = '[\\p{Script=Han}]{1,4}?(?:市|新区|区|县|區|縣)';
