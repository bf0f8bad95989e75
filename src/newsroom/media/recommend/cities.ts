/** In which prefecture a city or ward of Japan is: those that texts name without it. */

const CITIES = `
北海道: 札幌 函館 旭川 小樽 帯広 釧路 ニセコ Sapporo Hakodate Niseko
青森県: 八戸 弘前
岩手県: 盛岡 花巻 Morioka
宮城県: 仙台 石巻 Sendai
福島県: 郡山市 いわき 会津若松
茨城県: 水戸 つくば Tsukuba
栃木県: 宇都宮 日光
群馬県: 前橋 高崎
埼玉県: さいたま市 川口市 川越 所沢 大宮 Saitama
千葉県: 千葉市 柏市 船橋 成田 幕張 Narita
東京都: 千代田区 新宿区 文京区 台東区 墨田区 江東区 品川区 目黒区 大田区 世田谷区 渋谷区 中野区 杉並区 豊島区 荒川区 板橋区 練馬区 足立区 葛飾区 江戸川区 渋谷 新宿 銀座 六本木 秋葉原 浅草 丸の内 八王子 町田市 立川 池袋 上野 Shibuya Shinjuku Ginza Roppongi Akihabara
神奈川県: 横浜 川崎市 相模原 藤沢 鎌倉 小田原 横須賀 箱根 Yokohama Kawasaki Kamakura
新潟県: 長岡市 上越
石川県: 金沢 Kanazawa
山梨県: 甲府
長野県: 長野市 松本市 軽井沢 諏訪
岐阜県: 高山市 大垣
静岡県: 浜松 熱海 沼津 三島市
愛知県: 名古屋 豊橋 豊田市 岡崎市 Nagoya
三重県: 四日市 伊勢 津市
滋賀県: 大津 彦根
京都府: 京都市 宇治
大阪府: 大阪市 堺市 東大阪 心斎橋 梅田駅 豊中 吹田
兵庫県: 神戸 尼崎 西宮 姫路 淡路島 Kobe
奈良県: 奈良市
和歌山県: 白浜
鳥取県: 米子
島根県: 松江 出雲
岡山県: 倉敷
広島県: 福山市 呉市 尾道
山口県: 下関
香川県: 高松 小豆島
愛媛県: 松山 今治
福岡県: 北九州 久留米 博多 天神 Hakata
長崎県: 佐世保
大分県: 別府 由布院
沖縄県: 那覇 石垣島 宮古島 Naha
`;

const homes = new Map<string, string>(
  CITIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [prefecture = '', names = ''] = line.split(': ');
      return names.split(' ').map((name) => [name, prefecture] as const);
    }),
);

/** With or without 市; null for a place that is not in the table. */
export const findCityPrefecture = (place: string): string | null =>
  homes.get(place) ??
  homes.get(place.replace(/(?<=市).{1,4}区$/u, '')) ??
  homes.get(place.replace(/市.{1,4}区$/u, '')) ??
  homes.get(place.replace(/市$/, '')) ??
  homes.get(place.split(',')[0] ?? '') ??
  null;
