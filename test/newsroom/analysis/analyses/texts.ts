/** Press releases as companies write them; every name in them is invented. */
import type { Language } from '../../../../src/text/language.ts';

export interface Sample {
  readonly language: Language;
  readonly text: string;
}

export const TEXTS = {
  jaNotes: {
    language: 'ja',
    text: `会議の議事録を自動で作る「コトバノート」、12月1日提供開始

株式会社コトバ（本社：東京都渋谷区、代表取締役社長：田中一郎）は、会議の音声から議事録を自動で作成するサービス「コトバノート」の提供を2026年12月1日（火）に開始します。料金は月額980円からです。

背景には、会議後の事務作業の負担があります。当社が2026年9月に国内の中小企業1,200社を対象に実施した調査では、68.4%が「議事録の作成に週3時間以上かかる」と回答しました。こうした負担を減らすため、当社は音声認識の技術を活用し、発言者ごとに要点を整理する仕組みを開発しました。

先行して導入した埼玉県川口市の製造業50社では、議事録の作成時間が平均23％短縮しました。年間の売上目標は3億2,000万円です。

代表取締役社長の田中一郎は、「会議のあとに残業して議事録を書く人を、なくしたいと考えました」とコメントしています。

導入企業の一社である株式会社みらい工業の佐藤花子部長は「若手が会議の中身に集中できるようになった」と話しています。

【会社概要】
会社名：株式会社コトバ
所在地：東京都渋谷区神南1-2-3
設立：2019年4月
URL：https://kotoba.example/

【本件に関するお問い合わせ先】
株式会社コトバ 広報担当：鈴木 一郎
TEL：03-1234-5678　Email：press@kotoba.example`,
  },
  jaFair: {
    language: 'ja',
    text: `北信濃りんごフェア、来週火曜日から長野駅前で開催

一般社団法人北信濃観光協会は、来週火曜日から３日間、長野市の長野駅前広場で「北信濃りんごフェア」を開催します。地元の農家２４軒が参加し、りんご約５トンを販売します。入場は無料です。

昨年の来場者は１万2,000人でした。猛暑の影響で小ぶりになったりんごの販路を広げることが目的です。

同協会の小林健会長は「味は例年以上です。ぜひ食べ比べてください」と述べました。

お問い合わせ：fair@kitashinano.example`,
  },
  zhCloud: {
    language: 'zh',
    text: `云帆科技推出会议纪要平台“语录”，12月1日上线

近日，北京云帆科技有限公司（总部位于北京市海淀区）宣布，将于2026年12月1日正式推出会议纪要平台“语录”，每月收费29元。

为了减轻员工会后整理记录的负担，公司利用语音识别技术自动生成会议纪要。公司2026年9月对1200家中小企业进行的调查显示，68.4%的受访企业每周花费3小时以上整理会议记录。

在深圳的50家制造企业试用中，整理时间平均缩短了23%。公司预计首年营收达到1.2亿元。

云帆科技首席执行官王伟表示：“我们希望没有人再为了写会议纪要而加班。”

试用企业负责人李小梅说：“年轻员工终于可以专心讨论问题了。”

媒体联系：press@yunfan.example，电话 010-1234-5678`,
  },
  zhTaiwan: {
    language: 'zh',
    text: `青禾食品與農會攜手，下週二開賣冷凍毛豆

青禾食品股份有限公司今天宣布，與高雄市農會合作，將於下週二在全國350家門市販售冷凍毛豆，每包售價新台幣65元。

這項計畫是為了幫助農民穩定收入，並減少產地的剩餘農產。公司透過契作方式，向120戶農民收購毛豆約300公噸。

青禾食品總經理林志明表示：「我們希望消費者吃到的每一包毛豆，都能讓農民安心種植。」

聯絡方式：service@qinghe.example`,
  },
  enNotes: {
    language: 'en',
    text: `Kotoba Launches Meeting Notes for Small Manufacturers on December 1

TOKYO, Nov. 20, 2026 – Kotoba Inc. today announced that it will launch Kotoba Notes, a service that writes the minutes of meetings from their sound, on December 1, 2026. Prices start at $9.80 per user per month.

In a survey of 1,200 small companies that Kotoba conducted in September 2026, 68.4% of respondents said they spend more than three hours a week on minutes. To help them, Kotoba uses speech recognition that tells speakers apart.

At 50 manufacturers in Kawaguchi, Japan, that tried the service, the time spent on minutes fell by 23 percent. The company aims for sales of $2.1 million in its first year.

"Nobody should stay late at the office to write down what was said," said Jane Doe, chief executive officer of Kotoba. "We built the product for people who would rather go home."

John Q. Smith, plant manager at Mirai Industries Ltd., said: "Our younger staff can finally follow the discussion."

About Kotoba
Kotoba Inc. was founded in 2019 and is headquartered in Tokyo. More at https://kotoba.example/.

Contact: Mary Major, press@kotoba.example, +1 555-010-0199`,
  },
  enClinic: {
    language: 'en',
    text: `Harbor County opens free dental clinic for 4,000 school children

Harbor County and the University of Westmere will open a free dental clinic next Tuesday in Port Alder, because one child in five there has never seen a dentist. The clinic will treat 4,000 children a year and costs £1.6m to run.

Dr. Amina Osei, director of the clinic, said the team expects long queues. "Parents told us that they pay up to £85 for a check-up, and many cannot," she said.

The county's health department surveyed 2,350 families in March. Appointments are booked by phone at 0117 496 0123 or on clinic.westmere.example.`,
  },
} as const satisfies Record<string, Sample>;
