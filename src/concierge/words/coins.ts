/** Coins: id at CoinGecko, ticker, then names. A name with `?` is a word of every day as well. */
export const coinWords = `
bitcoin btc bitcoin|bitcoins|bit coin|bitcon|bitcion|ビットコイン|ビツトコイン|ビットコ|比特币|比特幣|大饼|比特必
ethereum eth ethereum|ether?|etherium|etherum|etherem|イーサリアム|イーサ|イーサリューム|以太坊|以太币|以太幣|乙太幣|以太
tether usdt tether?|テザー|泰达币|泰達幣
binancecoin bnb binance coin|binance coins|バイナンスコイン|ビルドアンドビルド|币安币|幣安幣
solana sol solana|solanas|ソラナ|索拉纳|索拉納
ripple xrp ripple?|リップル|エックスアールピー|瑞波币|瑞波幣|瑞波|锐波币
usd-coin usdc usd coin|usdコイン
dogecoin doge dogecoin|dogecoins|doge coin|doge|ドージコイン|ドージ|ドッジコイン|狗狗币|狗币|狗狗幣|狗狗必
cardano ada cardano|カルダノ|エイダコイン|艾达币|卡尔达诺|艾達幣|埃达币
tron trx tron?|トロン?|波场|波场币|波場
avalanche-2 avax avalanche?|アバランチ?|雪崩协议|雪崩币|雪崩幣
shiba-inu shib shiba inu|shib|柴犬コイン|シバイヌ|シバイヌコイン|柴犬币|柴犬幣|屎币
polkadot dot polkadot|polka dot coin|ポルカドット|波卡|波卡币|波卡幣
chainlink link chainlink|チェーンリンク|チェインリンク|链克|链链接|预言机link
bitcoin-cash bch bitcoin cash|ビットコインキャッシュ|比特币现金|比特現金|比特现金
litecoin ltc litecoin|litecoins|lite coin|ライトコイン|莱特币|萊特幣|来特币
near near near protocol|ニアプロトコル|near协议|near币
uniswap uni uniswap|ユニスワップ|优尼币
matic-network matic polygon?|matic|マティック|ポリゴン?|马蹄币|马蹄链|matic币
polygon-ecosystem-token pol polygon ecosystem token
internet-computer icp internet computer?|インターネットコンピュータ|互联网计算机
dai dai dai stablecoin|ダイ?
stellar xlm stellar?|stellar lumens|lumens|ステラルーメン|ステラ?|恒星币|恆星幣|星币
ethereum-classic etc ethereum classic|イーサリアムクラシック|以太经典|以太坊经典|以太經典
monero xmr monero|モネロ|门罗币|門羅幣
cosmos atom cosmos?|cosmos hub|コスモス?|阿童木|阿童木币|宇宙币
aptos apt aptos|アプトス|阿普托斯
filecoin fil filecoin|ファイルコイン|文件币
hedera-hashgraph hbar hedera|ヘデラ|海德拉
vechain vet vechain|ヴィチェーン|ビーチェーン|唯链|唯鏈
algorand algo algorand|アルゴランド|阿尔戈兰德
arbitrum arb arbitrum|アービトラム
optimism op optimism?|オプティミズム|乐观币
sui sui sui?|sui币|スイコイン
the-open-network ton toncoin|ton coin|the open network|トンコイン|ton币
pepe pepe pepe coin|pepe?|ぺぺコイン|ペペコイン|青蛙币|佩佩币
maker mkr maker dao|makerdao|メイカー|mkr币
aave aave aave|アーベ|アーヴェ
the-graph grt the graph?|ザグラフ
eos eos eos|イオス|柚子币|柚子幣|柚子?
iota iota iota?|miota|アイオータ|埃欧塔
neo neo neo?|ネオ?|小蚁币|小蚁
tezos xtz tezos|テゾス|泰佐斯
dash dash dash?|ダッシュ?|达世币|達世幣
zcash zec zcash|ジーキャッシュ|大零币|零币
nem xem nem?|ネム|新经币
basic-attention-token bat basic attention token|ベーシックアテンショントークン|注意力币
enjincoin enj enjin coin|enjin|エンジンコイン|恩金币
decentraland mana decentraland|ディセントラランド|mana币
the-sandbox sand the sandbox?|サンドボックス?|ザ・サンドボックス|沙盒币
axie-infinity axs axie infinity|アクシーインフィニティ|アクシー|axs币
fantom ftm fantom|ファントム?
flow flow flow?|フロウ
quant-network qnt quant?|クアント
injective-protocol inj injective|インジェクティブ
render-token rndr render token|rndr|レンダートークン
immutable-x imx immutable x|イミュータブル
kaspa kas kaspa|カスパ
sei-network sei sei network|sei?
celestia tia celestia|セレスティア
bonk bonk bonk?|ボンク
dogwifcoin wif dogwifhat|wif
worldcoin-wld wld worldcoin|ワールドコイン|世界币
lido-dao ldo lido dao|lido|リド
curve-dao-token crv curve dao|カーブ?
pancakeswap-token cake pancakeswap|パンケーキスワップ|薄饼币
1inch 1inch 1inch
loopring lrc loopring|ループリング|路印
chiliz chz chiliz|チリーズ
gala gala gala games|gala币
theta-token theta theta network|シータ?
ravencoin rvn ravencoin|レイブンコイン|渡鸦币
symbol xym symbol xym|シンボルxym
kusama ksm kusama|クサマ?|草间弥生币
mina-protocol mina mina protocol
elrond-erd-2 egld multiversx|elrond|マルチバースエックス
blockstack stx stacks token|スタックス
okb okb okb
crypto-com-chain cro cronos|cronos token|クロノス
leo-token leo leo token
wrapped-bitcoin wbtc wrapped bitcoin|ラップドビットコイン
staked-ether steth staked ether|lido staked ether
hyperliquid hype hyperliquid|ハイパーリキッド
bittensor tao bittensor|ビットテンソル
ondo-finance ondo ondo finance|ondo
ethena ena ethena
jupiter-exchange-solana jup jupiter token
floki floki floki|floki inu|フロキ
starknet strk starknet|スタークネット
thorchain rune thorchain|ソーチェーン
compound-governance-token comp compound coin|コンパウンド
synthetix-network-token snx synthetix
yearn-finance yfi yearn finance|ヤーンファイナンス
zilliqa zil zilliqa|ジリカ
qtum qtum qtum|クアンタム|量子链
ontology ont ontology coin|本体币
icon icx icon coin
waves waves waves coin
lisk lsk lisk|リスク?
siacoin sc siacoin|シアコイン|云储币
decred dcr decred|ディークレッド
holotoken hot holochain
oasis-network rose oasis network
gnosis gno gnosis
nexo nexo nexo
bitcoin-cash-sv bsv bitcoin sv|ビットコインsv|bsv币
pyth-network pyth pyth network
jasmycoin jasmy jasmycoin|jasmy|ジャスミーコイン|ジャスミー
astar astr astar|アスター?|astar network
oasys oas oasys|オアシス?
trust-wallet-token twt trust wallet token
true-usd tusd trueusd
pax-gold paxg pax gold
tether-gold xaut tether gold
fetch-ai fet fetch.ai
arweave ar arweave
`.trim();

/** Tickers that are words as well: only in capitals or beside words of price. */
export const wordTickers = new Set(
  'sol ada dot link near uni etc atom apt op sui ton pepe neo dash bat mana sand flow sei bonk wif cake gala theta leo hype tao ena jup comp ont hot rose ar rune waves icx sc one pol dai tia fil algo arb eos vet cro icp bnb inj qnt grt kas fet eth'.split(
    ' ',
  ),
);
