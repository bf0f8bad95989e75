/** What people call currencies beside the names that the runtime knows: code, then words. */
export const currencyWords = `
USD american money|american currency|dollar|dollars|us dollar|us dollars|american dollar|american dollars|buck|bucks|greenback|greenbacks|us$|dollers|dollar's|ドル|米ドル|米国ドル|アメリカドル|アメリカ・ドル|ドル札|弗|美元|美金|美刀|美圆|刀|u.s. dollar|u.s. dollars|doller|美钞
EUR ゆうろ|ゆーろー|欧|euro|euros|eur|€|ユーロ|欧元|欧圆|欧洲元|歐羅|uero|ueros
JPY にほんえん|yen|japanese yen|円|日本円|えん|日元|日圆|日币|日幣|日円|円建て|jp¥|en japonés|にほんえん
CNY yuan|chinese yuan|rmb|renminbi|chinese rmb|元|人民元|中国元|人民币|块|块钱|块人民币|人民幣|人名币|人民弊|中国の元|cn¥|软妹币|大陆币|中国人民元
GBP pound|pounds|british pound|british pounds|pound sterling|pounds sterling|sterling|quid|£|ポンド|英ポンド|イギリスポンド|スターリング|英镑|英鎊|英磅|pouns|uk pounds
KRW won|korean won|south korean won|₩|ウォン|韓国ウォン|韩元|韩币|韩圆|韓元|韓幣|韩圜|韓国のウォン
TWD nt dollar|nt dollars|nt$|new taiwan dollar|new taiwan dollars|taiwan dollar|taiwan dollars|taiwanese dollar|taiwanese dollars|ntd|台湾ドル|台湾元|ニュー台湾ドル|新台湾ドル|台币|臺幣|新台币|新臺幣|新台幣|台幣|台湾币|台湾钱|台灣元
HKD hk dollar|hk dollars|hong kong dollar|hong kong dollars|hk$|香港ドル|港元|港币|港幣|港纸|港圆
CAD ca dollars|can dollars|canadian bucks|canadian dollar|canadian dollars|c$|ca$|can$|loonie|loonies|カナダドル|カナダ・ドル|加元|加币|加拿大元|加幣|加拿大币
AUD australian dollar|australian dollars|au dollar|au dollars|aus dollar|aus dollars|aussie dollar|aussie dollars|a$|au$|豪ドル|オーストラリアドル|オーストラリア・ドル|澳元|澳币|澳幣|澳大利亚元|澳洲元|澳刀
NZD new zealand dollar|new zealand dollars|nz dollar|nz dollars|kiwi dollar|kiwi dollars|nz$|ニュージーランドドル|ニュージードル|NZドル|纽元|新西兰元|纽币|紐幣|nzドル
SGD singapore dollar|singapore dollars|sg dollar|sg dollars|sing dollar|sing dollars|s$|シンガポールドル|新加坡元|新元|新币|坡币|新幣|星币|新加坡币
CHF swiss franc|swiss francs|franc|francs|スイスフラン|スイス・フラン|フラン|瑞士法郎|瑞郎|法郎|sfr
INR indian rupee|indian rupees|rupee|rupees|₹|インドルピー|ルピー|印度卢比|卢比|印度盧比|rs.
THB thai baht|baht|bahts|฿|タイバーツ|バーツ|泰铢|泰銖|泰珠|铢
VND vietnamese dong|dong|₫|何ドン|万ドン|千ドン|0ドン|ドン札|ベトナムドン|越南盾|越盾
IDR indonesian rupiah|rupiah|インドネシアルピア|ルピア|印尼盾|印尼卢比|印度尼西亚卢比|印尼幣
MYR malaysian ringgit|ringgit|ringgits|マレーシアリンギット|リンギット|リンギ|马来西亚林吉特|林吉特|令吉|马币|馬幣|马来币
PHP 菲律宾披索|披索|philippine peso|philippine pesos|₱|フィリピンペソ|フィリピン・ペソ|菲律宾比索|菲币
MXN 墨西哥披索|mexican peso|mexican pesos|peso|pesos|メキシコペソ|メキシコ・ペソ|ペソ|墨西哥比索|比索|mex$
BRL brazilian real|brazilian reais|brazilian reals|reais|r$|ブラジルレアル|レアル|巴西雷亚尔|雷亚尔|巴西币
RUB russian ruble|russian rubles|russian rouble|russian roubles|ruble|rubles|rouble|roubles|₽|ロシアルーブル|ルーブル|俄罗斯卢布|卢布|盧布
TRY turkish lira|turkish liras|lira|liras|₺|トルコリラ|トルコ・リラ|リラ|土耳其里拉|里拉
ZAR south african rand|rand|rands|南アフリカランド|南アランド|ランド|南非兰特|兰特
SEK swedish krona|swedish kronor|swedish kronas|swedish crowns|krona|kronor|kr|スウェーデンクローナ|クローナ|瑞典克朗
NOK norwegian krone|norwegian kroner|norwegian crowns|norwegian krones|ノルウェークローネ|ノルウェー・クローネ|挪威克朗
DKK danish krone|danish kroner|danish crowns|danish krones|kroner|krone|デンマーククローネ|クローネ|丹麦克朗|克朗
ISK icelandic krona|icelandic kronur|icelandic crowns|アイスランドクローナ|冰岛克朗
PLN polish zloty|zloty|zlotys|zł|złoty|polish złoty|ポーランドズウォティ|ズウォティ|ズロチ|波兰兹罗提|兹罗提
CZK czech koruna|czech crowns|korunas|koruna|チェココルナ|コルナ|捷克克朗
HUF hungarian forint|forint|forints|ハンガリーフォリント|フォリント|匈牙利福林|福林
ILS israeli shekel|israeli shekels|shekel|shekels|₪|イスラエルシェケル|シェケル|新谢克尔|谢克尔|以色列谢克尔
AED uae dirham|uae dirhams|emirati dirham|emirati dirhams|dirham|dirhams|dubai dirhams|dhs|UAEディルハム|ディルハム|アラブ首長国連邦ディルハム|迪拉姆|阿联酋迪拉姆|迪尔汗
SAR saudi riyal|saudi riyals|riyal|riyals|サウジリヤル|サウジアラビアリヤル|リヤル|沙特里亚尔|里亚尔
QAR qatari riyal|qatari riyals|カタールリヤル|卡塔尔里亚尔
EGP egyptian pound|egyptian pounds|エジプトポンド|埃及镑|埃镑
MAD moroccan dirham|moroccan dirhams|モロッコディルハム|摩洛哥迪拉姆
KWD kuwaiti dinar|kuwaiti dinars|dinar|dinars|クウェートディナール|ディナール|科威特第纳尔|第纳尔
NGN nigerian naira|naira|ナイジェリアナイラ|ナイラ|尼日利亚奈拉|奈拉
KES kenyan shilling|kenyan shillings|shilling|shillings|ケニアシリング|シリング|肯尼亚先令|先令
PKR pakistani rupee|pakistani rupees|パキスタンルピー|巴基斯坦卢比
LKR sri lankan rupee|sri lankan rupees|スリランカルピー|斯里兰卡卢比
NPR nepalese rupee|nepalese rupees|nepali rupee|nepali rupees|ネパールルピー|尼泊尔卢比
BDT bangladeshi taka|taka|バングラデシュタカ|タカ|塔卡
UAH ukrainian hryvnia|hryvnia|hryvnias|₴|ウクライナフリヴニャ|フリヴニャ|乌克兰格里夫纳|格里夫纳
RON romanian leu|romanian lei|leu|lei|ルーマニアレウ|罗马尼亚列伊|列伊
BGN bulgarian lev|lev|leva|ブルガリアレフ|保加利亚列弗|列弗
ARS argentine peso|argentine pesos|argentinian peso|argentinian pesos|アルゼンチンペソ|阿根廷比索
CLP chilean peso|chilean pesos|チリペソ|チリ・ペソ|智利比索
COP colombian peso|colombian pesos|コロンビアペソ|哥伦比亚比索
PEN peruvian sol|peruvian soles|soles|ペルーソル|ヌエボソル|秘鲁索尔|秘鲁新索尔
MOP macanese pataca|pataca|patacas|macau pataca|マカオパタカ|パタカ|澳门元|澳门币|葡币
MNT mongolian tugrik|tugrik|モンゴルトゥグルグ|トゥグルグ|图格里克|蒙古图格里克
KZT kazakhstani tenge|tenge|カザフスタンテンゲ|テンゲ|坚戈|哈萨克斯坦坚戈
MMK myanmar kyat|kyat|kyats|ミャンマーチャット|缅甸元|缅币|缅元
KHR cambodian riel|riel|riels|カンボジアリエル|リエル|瑞尔|柬埔寨瑞尔
LAK lao kip|kip|ラオスキープ|キープ|基普|老挝基普
GEL georgian lari|lari|ジョージアラリ|拉里
JOD jordanian dinar|jordanian dinars|ヨルダンディナール|约旦第纳尔
BHD bahraini dinar|bahraini dinars|バーレーンディナール|巴林第纳尔
OMR omani rial|omani rials|オマーンリアル|阿曼里亚尔
IRR iranian rial|iranian rials|イランリアル|伊朗里亚尔
TND tunisian dinar|tunisian dinars|チュニジアディナール|突尼斯第纳尔
RSD serbian dinar|serbian dinars|セルビアディナール|塞尔维亚第纳尔
GHS ghanaian cedi|cedi|cedis|ガーナセディ|塞地|加纳塞地
ETB ethiopian birr|birr|エチオピアブル|比尔|埃塞俄比亚比尔
UZS uzbekistani som|uzbek som|ウズベキスタンスム|苏姆
`.trim();

/** Codes that are words as well: only in capitals, or where another currency or a number stands beside them. */
export const wordCodes = new Set(
  'all amd ang bam bob cad cup cop cve gel gip gnf jod lak mad mop mur mro ned pen php ron sar sek sos sol top try tnd tjs won wst xaf zar bif dop ern fok gmd'.split(
    ' ',
  ),
);
