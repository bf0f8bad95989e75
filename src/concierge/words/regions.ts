/** Countries as adjectives, short names and cities that stand for them, beside the names that the runtime knows. */
export const regionWords = `
us us|usa|u.s.|u.s|united states|america|american|the states|stateside|米国|アメリカ|米|全米|美国|美國|美|美利坚
gb uk|u.k.|britain|great britain|british|england|english papers|scotland|scottish|wales|welsh|英国|イギリス|英|英國
jp japan|japanese|日本|国内|日本国内|にほん
cn china|chinese|mainland china|中国|中國|大陆|内地|中国大陆|国内
tw taiwan|taiwanese|台湾|台灣|臺灣
hk hong kong|hongkong|香港
kr korea|korean|south korea|south korean|韓国|韩国|南韩|韓國|南朝鲜
kp north korea|north korean|北朝鮮|朝鲜|北韩
de germany|german|ドイツ|德国|德
fr france|french|フランス|法国
es spain|spanish|スペイン|西班牙
it italy|italian|イタリア|意大利|義大利|义大利
pt portugal|portuguese|ポルトガル|葡萄牙
ru russia|russian|ロシア|俄罗斯|俄国
in india|indian|インド|印度
br brazil|brazilian|ブラジル|巴西
mx mexico|mexican|メキシコ|墨西哥
ca canada|canadian|カナダ|加拿大
au australia|australian|aussie|オーストラリア|豪州|豪|澳大利亚|澳洲
nz new zealand|kiwi|ニュージーランド|新西兰|纽西兰
sg singapore|singaporean|シンガポール|新加坡|狮城
th thailand|thai|タイ|泰国
vn vietnam|vietnamese|ベトナム|越南
id indonesia|indonesian|インドネシア|印尼|印度尼西亚
my malaysia|malaysian|マレーシア|马来西亚
ph philippines|philippine|filipino|フィリピン|菲律宾
nl netherlands|dutch|holland|the netherlands|オランダ|荷兰
be belgium|belgian|ベルギー|比利时
ch switzerland|swiss|スイス|瑞士
at austria|austrian|オーストリア|奥地利
se sweden|swedish|スウェーデン|瑞典
no norway|norwegian|ノルウェー|挪威
dk denmark|danish|デンマーク|丹麦
fi finland|finnish|フィンランド|芬兰
ie ireland|irish|アイルランド|爱尔兰
pl poland|polish|ポーランド|波兰
cz czechia|czech|czech republic|チェコ|捷克
gr greece|greek|ギリシャ|希腊
tr turkey|turkish|türkiye|トルコ|土耳其
ua ukraine|ukrainian|ウクライナ|乌克兰
il israel|israeli|イスラエル|以色列
sa saudi|saudi arabia|saudi arabian|サウジアラビア|サウジ|沙特|沙特阿拉伯
ae uae|emirates|emirati|united arab emirates|the emirates|アラブ首長国連邦|UAE|阿联酋
eg egypt|egyptian|エジプト|埃及
za south africa|south african|南アフリカ|南非
ng nigeria|nigerian|ナイジェリア|尼日利亚
ke kenya|kenyan|ケニア|肯尼亚
ar argentina|argentine|argentinian|アルゼンチン|阿根廷
cl chile|chilean|チリ|智利
co colombia|colombian|コロンビア|哥伦比亚
pe peru|peruvian|ペルー|秘鲁
hu hungary|hungarian|ハンガリー|匈牙利
ro romania|romanian|ルーマニア|罗马尼亚
bg bulgaria|bulgarian|ブルガリア|保加利亚
cu cuba|cuban|キューバ|古巴
ve venezuela|venezuelan|ベネズエラ|委内瑞拉
ma morocco|moroccan|モロッコ|摩洛哥
lt lithuania|lithuanian|リトアニア|立陶宛
lv latvia|latvian|ラトビア|拉脱维亚
si slovenia|slovenian|スロベニア|斯洛文尼亚
sk slovakia|slovakian|スロバキア|斯洛伐克
rs serbia|serbian|セルビア|塞尔维亚
pk pakistan|pakistani|パキスタン|巴基斯坦
bd bangladesh|bangladeshi|バングラデシュ|孟加拉国
`.trim();

/** Parts of countries that people write after a city. */
export const stateWords =
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|ontario|quebec|british columbia|alberta|manitoba|nova scotia|newfoundland|new brunswick|queensland|new south wales|victoria|tasmania|western australia|south australia|bavaria|saxony|tuscany|sicily|andalusia|catalonia|brittany|normandy|provence|cornwall|devon|kent|yorkshire|hokkaido|okinawa|kyushu|kansai|punjab|kerala|goa|rajasthan';
