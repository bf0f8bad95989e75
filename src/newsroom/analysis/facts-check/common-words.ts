/** Words that look like names and are none: katakana of everyday use, acronyms, English words that begin sentences and headlines. */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const COMMON_KATAKANA = list(`
  サービス システム ユーザー ユーザ コメント リリース プレスリリース ニュース メディア データ ソフトウェア ソフト ハードウェア アプリ アプリケーション プラットフォーム ツール
  インターネット ネットワーク オンライン オフライン ウェブ サイト ウェブサイト ホームページ ページ ブログ メール アドレス リンク クリック ダウンロード アップロード ログイン
  アカウント パスワード セキュリティ クラウド サーバー サーバ コンピューター コンピュータ パソコン スマートフォン スマホ タブレット カメラ センサー ロボット デジタル アナログ
  デバイス モデル タイプ シリーズ ブランド デザイン スタイル カラー サイズ メーカー パートナー クライアント カスタマー スタッフ メンバー チーム リーダー マネージャー エンジニア
  デザイナー ディレクター プロデューサー アナリスト コンサルタント コンサルティング プロジェクト プログラム プラン プロセス プロダクト プロモーション キャンペーン イベント セミナー
  フォーラム シンポジウム ワークショップ フェア フェスティバル コンテスト コンクール オープン スタート グランドオープン リニューアル バージョン アップデート アップ ダウン サポート
  サポーター ケア ヘルスケア ヘルス マーケット マーケティング セールス ビジネス ベンチャー スタートアップ グループ グローバル ローカル エリア スペース オフィス ビル センター
  ショップ ストア スーパー コンビニ レストラン カフェ ホテル メニュー ランチ ディナー セット パック ボトル カード ポイント クーポン ギフト プレゼント チケット コスト
  コストダウン コミュニケーション コミュニティ コンテンツ コンセプト テーマ ストーリー メッセージ インタビュー アンケート レポート リスト グラフ テスト トライアル サンプル
  モニター ケース シーン レベル ランク ランキング トップ スピード タイム リアルタイム スケジュール カレンダー ニーズ トレンド ブーム チャンス チャレンジ ステップ ステージ
  ポイント メリット デメリット リスク トラブル ストレス バランス エネルギー エコ リサイクル ゼロ プラス マイナス パーセント キロ メートル グラム トン リットル ドル ユーロ
  スポーツ ゲーム サッカー ミュージック アート ファッション ビューティー トラベル ツアー ルート ルール マナー ガイド ガイドライン マニュアル テキスト イラスト ビデオ
  テレビ ラジオ ドラマ アニメ キャラクター キャラ ファン ライブ コンサート アルバム アーティスト タレント モノ ヒト コト コロナ ウイルス ワクチン インフラ テクノロジー
  イノベーション ソリューション オプション カスタマイズ パーソナル プライバシー プライベート フリー フルタイム パート アルバイト インターン キャリア スキル トレーニング
  コース クラス カリキュラム レッスン スクール キャンパス バス タクシー トラック ドライバー レンタル シェア シェアリング リース ローン クレジット キャッシュレス バーコード
  アイデア アイディア アクセス アクション アジア アドバイス アプローチ イメージ エラー カテゴリ カテゴリー キーワード クオリティ グッズ コード コア コピー コラボ コラボレーション
  ターゲット タスク タッチ ダイレクト チェック チャット チャネル ディスプレイ データベース トータル ドキュメント ノウハウ ノート ハイブリッド バリエーション パターン
  パフォーマンス ビジョン ファイル フィードバック フォーム フォロー フロー フロア ボタン ボランティア マスク マップ ミーティング ミッション メイン メンテナンス モード モバイル
  ライフ ライフスタイル ライン ラインナップ リモート リモートワーク テレワーク ワーク ワンストップ レビュー ロゴ バリアフリー サステナブル サステナビリティ アクセシビリティ
  インストール エンドユーザー オリジナル オーダー カバー ガラス キット キッズ キッチン クリーン グリーン ケーキ コーヒー サイクル シンプル スムーズ スマート ソース
  タイトル タイミング ダイエット テーブル ドア ドリンク ドローン ナビゲーション ハンドル バッグ バッテリー パネル パン ビール フード ブース プール プロ ベース ベッド ペット
  ペーパー ペース ホール ボランタリー マシン マンション ミルク ミリ ユニーク ヨーロッパ リスクマネジメント レシピ レジャー ロス ワイン イヤホン エアコン オーナー お客様 ジャンル
  デリバリー テイクアウト トイレ ネット ハード パブリック フェーズ ブラウザ プロフィール ペーパーレス ペナルティ マネジメント ユニット リーズナブル リソース レガシー ワイヤレス
  アレルギー エビデンス オペレーション ガバナンス コンプライアンス サプライチェーン ダイバーシティ ファンド ポータル モチベーション ライセンス リサーチ リード リニア ロードマップ
`);

/** In capitals, and without being anybody's name. */
export const COMMON_LATIN = list(`
  AI IT DX PR URL TEL FAX FAQ PDF CEO CTO COO CFO CMO CPO HR IR SNS EC IoT API SaaS PaaS IaaS OS PC TV CD DVD USB GPS QR ID OK NG VR AR XR ML LLM ESG SDGs SDG CSR
  R&D B2B B2C BtoB BtoC Web App Apps Email E-mail Mail Tel Fax Wi-Fi WiFi LED CO2 CO PM AM USD JPY EUR GBP CNY RMB US UK EU UN USA GDP NPO NGO Inc Ltd Co LLC Corp
  PLC HP CM DM KPI ROI CRM ERP MVP UI UX HTML CSS CSV JSON SQL HTTP HTTPS I A Q Q1 Q2 Q3 Q4 No Vol TBA TBD FY TOKYO Beta Pro Plus
  Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December
  Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mr Mrs Ms Dr Prof English Japanese Chinese French German Spanish Korean Italian
  American British European Asian Internet Christmas Easter
`);

/** In lower case. Inflected forms are found by their stems. */
export const COMMON_ENGLISH = list(`
  a about above according across act add additional address after again against age agree aim all allow almost alone along already also although always am among amount an and
  announce annual another answer any anyone anything app appear apply approach are area around article as ask at attend audience automatic automatically available average away
  back background balance base basic be because become been before begin behind believe below benefit best better between beyond big bill board body book both break bring broad
  build building built business but buy by call came can capacity capital care careful case cause center central centre certain challenge chance change charge check child children
  chief choice choose city clean clear clinic close cloud collect college come comment commit common community company compare complete computer concern conference confirm connect
  consider consumer contact contain content continue control cost could council count country county course cover create critical culture current customer cut daily data date day days
  deal decide decision deep deliver demand depend describe design desk detail detailed develop developer development device did differ different digital direct director discover
  discuss do document does done door down draft drive during each early earn ease easily east easy economic education effect effective effort eight either elderly email employee
  enable end energy engine engineer enjoy enough ensure enter enterprise entire entry environment equal equipment especially establish even event ever every everyone everything example
  except expand expect experience expert explain explore express extend face fact factory fair fall family far farm farmer fast faster feature feel few fewer field figure file fill
  final finally finance find fine finish firm first fit five flexible focus follow following food for force foreign form former forward found founder four free fresh from front full
  fund further future gain gather gave general generate get give given global go goal good government great green group grow growth guide had half hand happen hard has have he head
  health hear help helpful her here high highlight him his hold home honest hope hospital host hour hours house how however human hundred idea identify if image impact important improve
  in include income increase independent indeed individual industry information initial innovation input inside instead institute integrate interest international into introduce
  invest investment invite involve is issue it item its itself job join joint journalist just keep key kind know knowledge known lack large last late later latest launch law lay lead
  leader leadership learn least leave led left less let level library life light like limit limited line link list listen little live local long longer look lose loss low lower machine
  made main maintain major make manage management manager manual manufacture manufacturer many market marketing material matter may me mean means measure media medical meet meeting
  member mention message method middle might million mind minute minutes miss mission mobile model modern money month monthly more morning most move much must my name nation national
  natural near nearly necessary need network never new news next night nine no none nor north not note notes nothing now number object obtain of off offer office officer official often
  old on once one ongoing online only onto open operate operation opportunity option or order organization organisation other others our out over overall own owner page pain paper
  parent part participant particular partner partnership past patient pay people per percent perform perhaps period permit person personal phone photo pick pilot place plan plant
  platform play please point policy poor popular population position positive possible post potential power practical practice prepare present president press pretty prevent price
  pricing primary private problem process produce product production professional profit program programme progress project promise promote proper protect prove provide public publish
  purchase purpose put quality quarter question quick quickly quote raise range rate rather reach read reader ready real really reason receive recent recently recognition recognize
  recommend record reduce reduction refer reflect region regional register regular relate release reliable remain remember remote remove repeat replace report represent request
  require research researcher resident resource respond response responsible rest restaurant result retail return reveal review right rise risk road role room round rule run safe
  safety said sale sales same save say scale schedule school science score sea search season second section sector secure security see seek seem select sell send senior sense separate
  series serve service session set seven several shape share she shift shop short should show side sign signal significant similar simple simply since single site situation six size
  skill small smaller smart smarter so social society software solution solve some something soon sort sound source south space speak special specific speech speed spend staff stage
  stand standard start startup state statement station stay step still stock stop store story strategy street strong student study style subject submit success successful such suggest
  summer supply support sure survey sustainable switch system table take talk target task team technical technology tell ten term test than thank that the their them themselves then
  there therefore these they thing think third this those though thousand three through throughout thus time title to today together told tomorrow too took tool top topic total touch
  toward towards town track trade traditional traffic train training transform travel treat treatment trial trouble true trust try turn twice two type under understand unique unit
  university until up update upon us use used useful user users usual value various version very via video view village visit visitor voice volunteer wait walk want was waste watch
  water way we web website week weekly well went were west what when where whether which while who whole whom whose why wide will win winter wish with within without woman women word work
  worker workflow working works workplace world would write writer written wrong year years yes yesterday yet you young your zero
`);

const ENDINGS = [
  "'s",
  '’s',
  'ies',
  'es',
  's',
  'ied',
  'ed',
  'd',
  'ing',
  'er',
  'ers',
  'ly',
  'ment',
  'ments',
  'al',
  'ation',
  'ity',
];

/** The forms that `word` (in lower case) may be an inflection of. */
export function listStems(word: string): string[] {
  return [word].concat(
    ENDINGS.filter((ending) => word.endsWith(ending) && word.length > ending.length + 2).flatMap((ending) => {
      const stem = word.slice(0, -ending.length);
      const undoubled = stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [];
      return [stem, `${stem}e`, `${stem}y`, ...undoubled];
    }),
  );
}

/** Is this English word, in any form, an everyday one? */
export const isCommonEnglish = (word: string): boolean =>
  listStems(word.toLowerCase()).some((stem) => COMMON_ENGLISH.has(stem));
