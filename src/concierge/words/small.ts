/** Small words of requests in three languages, by what they do; written like the words of a lexicon. */
import type { Words } from '../../kernel/lexicon.ts';

/** When: no part of a place or a topic where one is asked about the weather or the news. */
export const timeWords: Words = {
  en: 'today|tonight|tomorrow|yesterday|tommorow|tomorow|tmrw|this morning|this afternoon|this evening|this weekend|the weekend|weekend|next weekend|this week|next week|last week|this month|next month|right now|now|currently|at the moment|at present|later|later today|soon|on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next monday|next tuesday|next wednesday|next thursday|next friday|next saturday|next sunday|this monday|this tuesday|this wednesday|this thursday|this friday|this saturday|this sunday|morning|mornign|afternoon|evening|night|tomorrow morning|tomorrow evening|tomorrow afternoon|tomorrow night|day after tomorrow|the day after tomorrow|in the morning|in the afternoon|in the evening|at night|at noon|noon|midnight|these days|this time of year|the next few days|next few days|coming days|the coming days|over the next|days|hours|for the next|in january|in february|in march|in april|in may|in june|in july|in august|in september|in october|in november|in december|january|february|april|june|july|august|september|october|november|december|this year|at this hour|latest|current|recent|recently|at dawn|at dusk|week|all day|all week|this coming|upcoming|next|this summer|this winter|this spring|this autumn|overnight|just now|outside',
  ja: '今日|きょう|本日|明日|あした|あす|明後日|あさって|昨日|今晩|今夜|今朝|今週末|週末|今週|来週|来週末|先週|今月|来月|午前中|午前|午後|朝|昼|夕方|夜|深夜|明け方|現在|今|いま|これから|このあと|あとで|後で|月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日|月曜|火曜|水曜|木曜|金曜|土曜|日曜|土日|平日|ただいま|ここ数日|数日|一週間|来年|今年|最近|最新|一日中|連休|ゴールデンウィーク|お盆|年末|正月|ただ今|目下|この時期|この先|今後|向こう|明日の朝|明日の夜|今度|今頃|お昼|夏休み|しばらく',
  zh: '今天|今日|明天|明日|后天|大后天|昨天|今晚|今夜|今早|明早|明晚|早上|上午|中午|下午|晚上|傍晚|夜里|凌晨|周末|这周末|本周末|下周末|这周|本周|下周|上周|这个月|本月|下个月|现在|目前|此刻|当前|眼下|刚刚|这几天|近几天|这两天|最近几天|最近|近期|最新|周一|周二|周三|周四|周五|周六|周日|周天|星期一|星期二|星期三|星期四|星期五|星期六|星期日|星期天|礼拜一|礼拜二|礼拜三|礼拜四|礼拜五|礼拜六|礼拜天|下周一|下周二|下周三|下周四|下周五|下周六|下周日|这周六|这周日|未来几天|未来|接下来|一会儿|待会儿|等会儿|待会|今年|明年|国庆|春节|五一|十一|假期|清明|端午|中秋|一整天|全天|白天|夜间|这会儿|这时候|月底|月初|年底|过两天|过几天|这个周末|下个星期|这个星期|下星期|这星期|未来一周|未来三天|当下|即时|实时',
};

/** What is around a request and belongs to no topic: taken off its ends. */
export const politeWords: Words = {
  en: "please|pls|plz|kindly|thanks|thank you|thx|cheers|can you|could you|would you|will you|can i|could i|may i|i want to|i'd like to|i would like to|i need to|i want|i'd like|i would like|i need|i wanna|i'm looking for|i am looking for|looking for|help me|let me know|tell me|show me|give me|get me|find me|fetch me|do you know|i wonder|i was wondering|wondering|just|hey|hi|hello|ok|okay|so|um|well|what is|what's|whats|what are|what was|what were|how is|how's|how are|how about|what about|quickly|quick question|for me|real quick|a quick|if you can|if possible|would be great|i'm curious|curious|go ahead and|check|see|know|tell|show|give|me|us|we|i|i'm|im|you|dear|would|could|should|can|will|do|does|did|is|are|was|be|been|going|gonna|the|a|an|any|some|it|there|like|look|looking|expect|expected|get|got|have|has|to|of|and|or|then|also|plus|with|for|on|in|at|about|as|by|if|that|this|my|your|up|out|more|both|please?|actually|maybe|kind of|what|how|when|much|need|want|find|use|using|via|only|no|not|don't|yes|first|next|finally|after that|afterwards|make|let|let's|by any chance|anyone|there's|it's|its|from",
  ja: 'ください|下さい|お願いします|お願い|おねがいします|おねがい|教えて|おしえて|教えてください|教えてほしい|教えてくれ|知りたい|知りたいです|ですか|でしょうか|ますか|かな|かなぁ|だろう|だろうか|です|ます|ほしい|欲しい|くれる|くれますか|もらえる|もらえますか|いただけますか|どう|どうですか|どうなの|どんな感じ|どんな|どうなる|どうなって|ちょっと|ねえ|ねぇ|すみません|あの|えっと|じゃあ|では|それで|とりあえず|なんだけど|なんですが|だけど|けど|ですが|出して|見せて|見て|チェックして|チェック|確認して|確認|頼む|頼みます|よろしく|いい|良い|いいかな|大丈夫|かも|みたい|調べて|しらべて|調べる|する|して|したい|予定|つもり|行く|いく|行きます|行くんだけど|行くのですが|行くんですが|出かける|出張|旅行|観光|遊びに|到着|着く|着いたら|どのくらい|どれくらい|どれぐらい|どのぐらい|いくつ|何|なに|なん|の|は|が|を|に|で|と|も|へ|って|や|か|ね|よ|な|だ|さ|より|から|まで|について|に関する|に関して|関連|について教えて|とか|など|という|っていう|だけ|のみ|でも|ように|ための|ために|ので|そこ|あそこ|ここ|これ|それ|この|その|あと|一覧|並べて|集めて|取って|取ってきて|ちょうだい|頂戴|ピックアップ|ツール|機能|サービス|使って|つかって|ざっと|最近の|挙げて|あげて|流して|送って|くれ|くださいな|拾って|まとめて|知らせて|紹介して|引いて|かんたんに|簡単に|適当に|なるべく|できれば|ほしいです|について知りたい|お知らせ|系|関連|だと|なら|あたり|付近|周辺|とき|とか|ようだ|っぽい|らしい|ですよね|よね|なの|のかな|のか',
  zh: '请|请问|麻烦|麻烦你|帮我|帮忙|帮|给我|替我|我想|我要|我想知道|想知道|想要|我需要|需要|告诉我|告诉|说说|说一下|讲讲|看看|看一下|看|查|查查|查一下|查询|查查看|一下|下|能不能|能否|可以|可不可以|可否|能|会|会不会|是不是|是否|有没有|有什么|有哪些|哪些|怎么样|怎样|如何|什么样|怎么|咋样|咋|吗|呢|吧|啊|呀|嘛|哦|哈|了|的|地|得|是|在|去|到|来|往|要|要不要|想|有|和|与|跟|及|或|把|将|对|给|用|让|我|你|您|他|她|它|我们|你们|这|那|这个|那个|这里|那里|那边|那儿|这边|当地|多少|几|什么|谢谢|谢了|辛苦|谢|一些|一点|一个|个|出差|旅游|旅行|玩|游玩|逛|出发|准备|打算|计划|好|行|就|都|也|还|再|先|又|顺便|另外|然后|以及|关于|有关|相关|情况|大概|大约|左右|只要|只|仅|即可|就行|就好|就可以|想去|要去|想看|显示|列出|列|出|想问|问一下|问|知道|介绍|那|具体|到底|究竟|应该|得|该|适合|方便|急|听说|工具|服务|功能|报|报一下|播报|看一看|瞅一眼|找|找找|逛逛|待|住|吃|走|走走|转转|玩儿|打球|跑步|爬山|散步|帮忙看|这边|过去|回|飞|飞去|飞往|抵达|开会|刷|瞅瞅|瞧瞧|瞧|弄|整',
};

/** What no tool of ours does. */
export const elsewhereWords: Words = {
  en: 'book me|book a|book us|book the|book an|reserve|make a reservation|reservation for|order me|order a|order some|order us|order the|buy me|buy a|buy some|purchase|call my|call the|phone my|give my|ring my|text my|send a text|send an email|send the email|send a message|send mail|send flowers|send money|email my|message my|set an alarm|set a timer|set a reminder|remind me|wake me|turn on|turn off|switch on|switch off|dim the|lock the|unlock the|turn up|turn down|turn the|transfer|wire money|pay my|pay the|pay for|play some|play a song|play music|play the|play my|add to my calendar|to my calendar|schedule a|schedule my|cancel my|delete my|delete all|unsubscribe|post this|post on|tweet this|log in|log me|sign me up|hire|deliver|delivery of|start the|stop the|set the thermostat|thermostat|vacuum|order pizza|withdraw|deposit my|invest my|sell my|buy bitcoin|sell bitcoin|mint|stake my|swap my|print my|print out my|take a photo|take a screenshot|open the door|close the door|open the garage|call an|call me a|call me an|get me a taxi|get me a cab|hail a|feed my|water my|my shopping list|grocery list|rebook|check me in|file my|renew my|top up my|send it to|send this to|submit my|upload my|install|reboot|restart|run the|execute|clean my|walk my dog|follow me|facetime|video call|dial|hang up|mute my|change my password|reset my password|take me off|pick up my|drop off|pick me up|make me a coffee|make me a sandwich|cook me|massage|marry me|do my laundry|move my meeting|buy two|buy tickets|order two|book two|get tickets|get me tickets|tickets for',
  ja: '予約して|予約を|予約お願い|予約できる|予約し|予約取|注文して|注文し|買って|買っておいて|購入して|電話して|電話をかけ|電話かけ|に電話|メールを送|メール送|メールして|メッセージを送|送信して|送金|振り込|振込|起こして|起こして|アラーム|タイマー|リマインド|思い出させ|つけて|消して|点けて|冷房|暖房|エアコン|照明|電気を|電気つけ|電気消|鍵を|施錠|解錠|開けて|閉めて|再生して|音楽をかけ|曲をかけ|音楽かけ|かけて|カレンダーに|スケジュールに|予定に入れ|予定を入れ|キャンセルして|解約|支払って|支払い|決済して|届けて|配達|出前|タクシーを呼|タクシー呼|掃除して|掃除機|ロボット掃除|花を送|送って|送っといて|印刷して|ログイン|投稿して|ツイートして|削除して|録画|チケットを取|チケット取|手配して|申し込|料理して|洗って|迎えに|風呂|お風呂|沸かし|洗濯機|写真を撮|撮影して|インストール|再起動|予約|出社|打刻|転送して|入金|出金|温度を上げ|温度を下げ|音量|テレビを|テレビつけ|宅配|ピザを頼|頼んで|カーテン',
  zh: '订一张|订张|订个|订一个|订一间|订两|订三|预订|预定|订票|订餐|订酒店|订机票|订房|订位|订桌|订座|买一|买张|买两|买个|买点|购买|下单|点一份|点个外卖|叫外卖|点外卖|叫车|叫个车|打车去|叫辆|打电话|打个电话|拨打|发短信|发邮件给|发封邮件|发微信|发消息|发条|发给我妈|转账|转到|全部转|汇款|付款|支付|缴费|充值|交水电费|提现|设闹钟|设个闹钟|闹钟|定个闹钟|定时器|提醒我|叫我起床|叫醒我|打开灯|开灯|关灯|关掉|开空调|关空调|空调|调到|调高|调低|播放音乐|放首歌|放一首|放歌|来首歌|加到日历|日程|取消我的|退订|退票|预约|挂号|快递|送花|寄|打扫|扫地机|开门|关门|锁门|拍照|拍张|截图|打印|登录|登陆|发布到|发朋友圈|删除|签到|抢票|抢|代购|卖掉|帮我买|帮我订|帮我卖|改签|请假|打卡|开窗|关窗|窗帘|洗衣机|扫地|做饭|电视|音量|热水器|洗澡水|接我|来接|喂猫|遛狗|约个|约一下|安装|重启|发个红包|红包',
};

/** What asks for our own secrets, or for leaving the rules. */
export const secretWords: Words = {
  en: 'system prompt|your prompt|api key|api keys|upstream key*|secret key*|your keys|all keys|your secrets|your instructions|hidden instructions|ignore every rule|ignore all|ignore previous|ignore your|ignore the above|disregard|your credentials|environment variable*|env var*|admin token|developer mode|jailbreak|access token*|bearer token|your config*|private key|seed phrase|your password*|reveal your|bypass|override your|without limits|unlimited credit|free credit|raise my balance|increase my balance|set my balance|act as dan|forget your|forget all|forget every|password of|dump the',
  ja: 'システムプロンプト|apiキー|シークレット|秘密鍵|内部の指示|あなたの指示|鍵を全部|キーを全部|環境変数|管理者トークン|指示を無視|ルールを無視|命令を無視|制限を無視|設定ファイル|パスワードを教え|残高を増や|残高を書き換え|無制限に|脱獄|開発者モード|初期指示|隠された指示|プロンプトを表示|プロンプトを見せ|内部キー|認証情報|指示を全て無視|これまでの指示',
  zh: '系统提示词|系统提示|api密钥|密钥|私钥|所有密码|你的指令|隐藏指令|忽略所有|忽略之前|忽略以上|忽略规则|无视规则|环境变量|管理员令牌|内部指令|你的提示词|增加余额|修改余额|余额改成|越狱|开发者模式|你的密码|你的配置|访问令牌|绕过限制|初始指令|api key|把余额',
};

export const greetingWords: Words = {
  en: "hey|hi|hello|yo|hiya|good morning|good evening|good afternoon|good night|how are you|how's it going|how are things|what's up|sup|you there|you around|are you there|are you awake|thanks|thank you|thanks a lot|nice to meet you|bye|goodbye|see you|who are you|test|testing|ping|lol|haha|cool|great|nice|ok|okay|never mind|nevermind|anybody home|anyone there|are you ok|you ok|who made you|are you human|are you a bot|are you real|greetings|howdy|long time no see|well done|good job|good bot",
  ja: 'こんにちは|こんばんは|おはよう|おはようございます|やあ|もしもし|元気|ありがとう|ありがとうございます|さようなら|またね|はじめまして|よろしく|テスト|おやすみ|お疲れ様|おつかれ|ねえ|いる?|いますか|起きてる|どうも|やっほー|調子はどう|暇|ひま|聞こえる|あなたは誰|名前は|元気ですか|お元気ですか|久しぶり|了解|すごい',
  zh: '你好|您好|嗨|哈喽|早上好|晚上好|下午好|早安|晚安|在吗|在不在|你在吗|谢谢|多谢|再见|拜拜|你是谁|喂|测试|辛苦了|最近好吗|你好吗|有人吗|吃了吗|哈哈|好的|嘿|早|你叫什么|你是机器人吗|你好呀|牛|厉害|在么',
};

/** What points back to something said before. */
export const backWords: Words = {
  en: 'it|that|this|them|there|those|these|the result|the results|the translation|the summary|the transcript|the text|the answer|the page|the article|the contents|the content|the description|the findings|what you find|what it says|what they say|result|the output|the forecast|that place|that city|the story|the main points|what you get|the above',
  ja: 'それ|これ|そこ|その結果|結果|訳文|その文|その内容|内容|要約|その訳|翻訳|全文|そちら|その場所|その都市|そこの|現地|結果を|訳したもの|まとめたもの|その要約|上記|文章|その町|その街',
  zh: '它|那边|那里|那儿|当地|结果|译文|内容|摘要|总结|这个|这些|上面|翻译结果|文字稿|原文|全文|要点|概要|这段|其|该地|那座城市|那个城市',
};

/** Words that deny what follows them (`before`) or what stands before them (`after`). */
export const denials: { readonly before: Words; readonly after: Words } = {
  before: {
    en: "don't|dont|do not|no need to|no need for|without|never|not|no|rather than|instead of|skip the|skip|needn't|leave out|avoid|forget about|no more|nothing to|isn't about|not asking|not want|won't need|there's no need to",
    zh: '不要|不用|别|无需|不必|不需要|而不是|不是|别再|用不着|不想|没必要|勿|免|不准|甭|不许|不必再|先别|并非',
  },
  after: {
    ja: 'しないで|せずに|ないで|しなくて|なくて|不要|いらない|要らない|いりません|要りません|ではなく|じゃなくて|でなく|じゃなく|なしで|無しで|は結構|必要ない|必要ありません|抜きで|やめて|しなくていい|ではなくて|しないでください|必要はない|禁止|避けて|は省いて|じゃない|ではない|はなし|しなくても',
  },
};
