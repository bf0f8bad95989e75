/** Currencies and counters before and after numbers. All patterns read folded text. */

/** At the end of what stands before a number. */
export const CURRENCY_BEFORE = /(?:(?:US ?)?\$|[¥€£]|(?<![A-Za-z])(?:USD|JPY|EUR|GBP|RMB|CNY)) ?$/i;

/** Directly behind a number. */
export const CURRENCY_AFTER =
  / ?(?:日元|日圆|美元|欧元|英镑|人民币|人民幣|人民元|米ドル|ドル|ユーロ|ポンド|円|元(?!気|旦|年|日|月)|(?:USD|JPY|EUR|GBP|RMB|CNY|dollars?|yen|euros?|yuan)\b)/iy;

const COUNTERS = [
  '自治体|都道府県|市町村|事業所|世帯|店舗|拠点|施設|団体|企業|ヶ国|か国|カ国|ヵ国|か月|ヶ月|カ月|ヵ月|か所|ヶ所|カ所|時間|週間|日間|年間|年連続|種類|種|校|館|社|名|人|件|回|台|個|本|冊|点|品|枚|頭|匹|席|室|棟|戸|床|便|隻|両|機|基|歳|才|倍|分の|分|秒|年|日|週|度|位|トン|キロ|メートル|グラム|リットル|平方メートル|ヘクタール|ページ|文字|字|語|言語|行|列',
  '个百分点|百分点|个城市|个国家|个月|小时|分钟|平方米|公里|公斤|万户|家门店|家企业|家|个|名|位|户|所|座|台|辆|架|艘|套|件|款|项|次|场|期|门|张|篇|册|吨|米|克|升|亩|岁|天|周|年|倍|人次|人|种|條|條|間|個|項|萬戶',
].join('|');

const LATIN_UNITS =
  'kg|g|mg|km|m|cm|mm|kW|MW|GW|kWh|MWh|GB|TB|MB|ha|t|L|ml|ms|people|percentage points|staff|square (?:meters|metres|feet)';

/** A unit behind a number, in whichever group matched: attached counters, or an English noun in the plural within three words. */
export const UNIT_AFTER = new RegExp(
  ` ?(${COUNTERS})|[ -]?((?:${LATIN_UNITS})(?![\\p{L}\\p{N}]))|(?: [a-z]{1,20}){0,2}? ((?!(?:is|was|has|this|as|us|its|does|plus|versus|across|less|towards)\\b)[a-z]{2,20}s)\\b|-((?:year|month|day|hour|minute|week)s?)\\b`,
  'uy',
);
