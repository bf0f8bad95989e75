/** Languages that texts are translated into, read aloud or spoken: codes, and what people call them beside their names. */
export const languageCodes =
  'en ja zh ko fr de es it pt ru ar hi th vi id ms tr pl nl sv da nb fi el he cs hu ro uk bg hr sk sl lt lv et fa ur bn ta te mr gu pa ml kn sw fil ca eu gl cy ga is mk sq sr bs az ka hy kk uz mn ne si km lo my am af zu eo la lb mt be';

export const languageWords = `
en english|anglais|american english|british english|inglese|englisch|enlgish|engilsh|英語|英文|英语|英訳|えいご|イングリッシュ|アメリカ英語|イギリス英語|美式英语|英式英语
en-US american english|us english|アメリカ英語|米語|米国英語|美式英语|美语
en-GB british english|uk english|イギリス英語|英国英語|英式英语
ja japanese|japenese|japanise|jap|日本語|和訳|邦訳|にほんご|日语|日文|日本语|日本话|和文|日訳
zh chinese|mandarin|simplified chinese|mandarin chinese|chinease|中国語|中文|汉语|普通话|国语|华语|中訳|ちゅうごくご|北京語|简体中文|简体|汉字|国文|中国话|簡体字|簡体字中国語|簡体中国語
zh-HANT traditional chinese|taiwanese mandarin|chinese (traditional)|繁體中文|繁体中文|繁体字|繁体字中国語|台湾華語|台湾中国語|繁体|繁中|正体中文|台湾中文
ko korean|koreen|韓国語|ハングル|韓語|韩语|韩文|朝鲜语|韓文|韓訳|かんこくご|韩国话|韩国语
fr french|frensh|フランス語|仏語|仏訳|法语|法文|ふらんすご|法国话
de german|germen|ドイツ語|独語|独訳|德语|德文|どいつご|德国话
es spanish|spansih|spainish|castilian|mexican spanish|スペイン語|西語|西语|西班牙语|西班牙文|すぺいんご|西班牙话|西文
it italian|itallian|イタリア語|伊語|意大利语|意大利文|意语|義大利文|義大利語|义大利文|义大利语|意文|いたりあご
pt portuguese|brazilian portuguese|portugese|ポルトガル語|葡語|ブラジルポルトガル語|葡萄牙语|葡萄牙文|葡语|葡文
pt-BR brazilian portuguese|brazilian|ブラジルポルトガル語|ブラジル・ポルトガル語|巴西葡萄牙语|巴西葡语
pt-PT european portuguese|欧州ポルトガル語
ru russian|russain|ロシア語|露語|俄语|俄文|俄罗斯语
ar arabic|アラビア語|阿拉伯语|阿拉伯文
hi hindi|ヒンディー語|ヒンディ語|印地语|印度语
th thai|タイ語|泰语|泰文|泰国话
vi vietnamese|ベトナム語|越南语|越南文|越南话
id indonesian|bahasa indonesia|bahasa|インドネシア語|印尼语|印尼文|印度尼西亚语
ms malay|マレー語|马来语|马来文
tr turkish|トルコ語|土耳其语|土耳其文
pl polish|ポーランド語|波兰语|波兰文
nl dutch|flemish|オランダ語|蘭語|荷兰语|荷兰文
sv swedish|スウェーデン語|瑞典语|瑞典文
da danish|デンマーク語|丹麦语|丹麦文
nb norwegian|ノルウェー語|挪威语|挪威文
fi finnish|フィンランド語|芬兰语|芬兰文
el greek|ギリシャ語|ギリシア語|希腊语|希腊文
he hebrew|ヘブライ語|希伯来语|希伯来文
cs czech|チェコ語|捷克语|捷克文
hu hungarian|ハンガリー語|匈牙利语|匈牙利文
ro romanian|ルーマニア語|罗马尼亚语
uk ukrainian|ウクライナ語|乌克兰语|乌克兰文
fil tagalog|filipino|タガログ語|フィリピン語|菲律宾语|他加禄语
la latin|ラテン語|拉丁语|拉丁文
eo esperanto|エスペラント語|エスペラント|世界语
`.trim();
