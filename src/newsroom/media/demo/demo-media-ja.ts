/**
 * Demonstration media in Japanese: every name is invented, every address ends with `.example`. A line each: name, kana, publisher,
 * type, scope, prefecture, industries, topics, host, flags, reach, profile, recent titles. Flags: `person`, `mute` (no address),
 * `refuses`, `bare` (an empty profile), `form`, `fax`, `stale`.
 */
export const DEMO_MEDIA_JA = `
架空みなと経済新聞|かくうみなとけいざいしんぶん|架空みなと社|newspaper|local|東京都|local,business|港区,開店,地域イベント,商店街|minato-keizai||120000|港区とその周辺の店、催し、人を毎日伝える地域経済紙。|商店街の空き店舗が学習室に;港区で議事録づくりを助ける催し
見本新聞|みほんしんぶん|見本新聞社|newspaper|national|東京都|society,business|政治,経済,社会,調査報道|mihon-shimbun|fax|2400000|全国に取材網を持つ日刊紙。経済面は企業の新しい取り組みを扱う。|中小企業の人手不足、解決の糸口は
架空県民日報|かくうけんみんにっぽう|架空県民日報社|newspaper|prefectural|愛知県|local,manufacturing|ものづくり,県政,商工会議所|kenmin-nippo||310000|県内の製造業と行政を追う県紙。|町工場の若手が開発した省電力モーター
例示経済テレビ|れいじけいざいてれび|例示放送|tv|national|東京都|finance,business|市場,決算,起業家|reiji-tv||900000|平日朝の経済番組。映像になる現場を探している。|朝の特集：無人店舗の裏側
架空ケーブルニュース|かくうけーぶるにゅーす|架空ケーブル|tv|local|神奈川県|local|横浜,催し,防災|kakuu-cable|form|45000|横浜の催しと防災を伝える地域局。|防災訓練に三千人
ひだまりラジオ|ひだまりらじお|ひだまり放送|radio|prefectural|長野県|local,food|農産物,直売所,移住|hidamari-radio||60000|県内の暮らしと食の話題を届けるラジオ局。|りんごの新品種、試食会
週刊みほんテック|しゅうかんみほんてっく|みほん出版|magazine|national|東京都|it|クラウド,生成AI,セキュリティ,開発者|mihon-tech||80000|企業の情報システム担当者に向けた週刊誌。|議事録の自動化は進んだか;生成AIの社内規程をつくる
開発者の広場|かいはつしゃのひろば|みほん出版|web|national||it|オープンソース,プログラミング,開発ツール|kaihatsu-hiroba||350000|開発者が読むウェブメディア。新しい道具の技術的な中身を重んじる。|新しい全文検索の作り方
自治体デジタル通信|じちたいでじたるつうしん|公共情報社|trade|trade|東京都|it,society|自治体,行政デジタル化,議事録,住民サービス|jichitai-digital||22000|自治体職員に向けた専門紙。導入の費用と効果を詳しく報じる。|議会の議事録、音声認識で短縮;窓口の予約をスマートフォンで
物流あしたタイムズ|ぶつりゅうあしたたいむず|あした物流社|trade|trade|大阪府|mobility,business|物流,再配達,倉庫,配送|butsuryu-ashita||18000|物流の現場と経営を結ぶ専門紙。|再配達を減らす受け取り時間の工夫;倉庫の自動化、費用の回収まで
食品ロスジャーナル|しょくひんろすじゃーなる|食と環境社|web|national||food,environment|食品ロス,需要予測,小売,外食|foodloss-journal||54000|食品の廃棄を減らす取り組みを集めるウェブメディア。|来客数の予測で廃棄が三割減;規格外野菜の行き先
架空食品新報|かくうしょくひんしんぽう|食品新報社|trade|trade|東京都|food,manufacturing|食品メーカー,新商品,流通|shokuhin-shinpo|fax|30000|食品の製造と流通を扱う業界紙。|冷凍食品の新しい売り場
関西まちあるき|かんさいまちあるき|まちあるき舎|magazine|block|大阪府|travel,food|観光,カフェ,まち歩き,展覧会|kansai-machi||70000|関西の店と催しを写真とともに紹介する月刊誌。|大阪の修理カフェを訪ねて;京都の朝ごはん
京都文化案内|きょうとぶんかあんない|文化案内社|magazine|prefectural|京都府|entertainment,travel|伝統工芸,展覧会,寺社|kyoto-bunka|bare|25000||
北の暮らし|きたのくらし|北の出版|magazine|prefectural|北海道|lifestyle,food|住まい,冬の暮らし,農業|kita-kurashi||40000|北海道で暮らす人に向けた生活誌。|断熱の改修で変わる冬
札幌みほん経済|さっぽろみほんけいざい|北の出版|web|local|北海道|local,business|札幌,開業,観光|sapporo-mihon||95000|札幌の経済と催しを伝える。|地下街に新しい書店
働き方ラボ|はたらきかたらぼ|ラボ出版|web|national||business,society|副業,休暇制度,人事,テレワーク|hatarakikata-lab||210000|人事と働き手のためのウェブメディア。制度をつくった人の声を載せる。|副業を認めた会社の三年後;休暇制度を使いやすくする工夫
人事みほん|じんじみほん|みほん出版|trade|trade|東京都|business|採用,研修,労務|jinji-mihon|person|15000|人事担当者に向けた月刊の専門誌。|中途採用の面接を見直す
子育て架空ひろば|こそだてかくうひろば|ひろば社|web|national||lifestyle,education|子育て,保育,学び|kosodate-hiroba||430000|子育て中の家庭が読むウェブメディア。|学童保育の待機を減らすには
教育あした新聞|きょういくあしたしんぶん|あした教育社|trade|trade|東京都|education|学校,教員,教材,データ教育|kyoiku-ashita||33000|学校と教育行政の専門紙。|高校のデータ整理の授業
医療みほん日報|いりょうみほんにっぽう|医療みほん社|trade|trade|東京都|health|病院,医療機器,看護|iryo-mihon||27000|病院経営と医療機器の専門紙。|看護記録の音声入力
健康ひなた|けんこうひなた|ひなた社|magazine|national||health,lifestyle|運動,食事,睡眠|kenko-hinata|bare|110000||
環境のいま|かんきょうのいま|食と環境社|web|national||environment,manufacturing|再生可能エネルギー,省エネ,脱炭素|kankyo-ima||48000|企業の環境への取り組みを検証する。|温室を暖めるサーバーの排熱
電池と素材|でんちとそざい|素材出版|trade|trade|愛知県|manufacturing,mobility|電池,素材,半導体|denchi-sozai|refuses|12000|電池と素材の技術専門誌。|固体電池の量産に壁
週末モビリティ|しゅうまつもびりてぃ|モビリティ社|magazine|national||mobility|自動車,自転車,移動サービス|weekend-mobility||65000|乗り物の楽しみを伝える雑誌。|電動自転車の選び方
架空不動産ニュース|かくうふどうさんにゅーす|不動産ニュース社|trade|trade|東京都|realestate|住宅,賃貸,再開発|fudosan-news||21000|不動産業の専門紙。|空き家の活用、自治体の支援
ゲームみほん通信|げーむみほんつうしん|みほん出版|web|national||games,entertainment|ゲーム,インディー,eスポーツ|game-mihon||640000|ゲームの新作と作り手を紹介する。|三人で作った探偵ゲーム
福岡あしたナビ|ふくおかあしたなび|あしたナビ|web|local|福岡県|local,it|福岡,スタートアップ,移住|fukuoka-ashita|form|88000|福岡の起業と暮らしを伝える。|起業家の集まる古い小学校
架空通信社|かくうつうしんしゃ|架空通信社|news_agency|national|東京都|society,business,it|速報,経済,行政|kakuu-tsushin||5000000|全国の新聞社と放送局に記事を配信する。|中小企業の景況感、三期ぶり改善
田中みほん（経済記者）|たなかみほん||freelance|national|東京都|business,it|中小企業,事業承継,業務改善|tanaka-mihon|person||中小企業の業務改善を二十年取材してきた記者。|紙の議事録をやめた町工場
例示花子（旅の書き手）|れいじはなこ||freelance|national|京都府|travel|観光,宿,手仕事|reiji-hanako|person mute||宿と手仕事を訪ね歩く書き手。|
沖縄みなみ新報|おきなわみなみしんぽう|みなみ新報社|newspaper|prefectural|沖縄県|local,travel|観光,離島,農業|minami-shinpo|stale|99000|沖縄の暮らしと観光を伝える県紙。|離島の荷物、船便の工夫
`;
