/** Releases that editors would take, each in three languages; everything in them is invented. */

export type Language = 'ja' | 'zh' | 'en';

const minutes = {
  ja: `サンプル社、自治体向け議事録サービスを12月1日開始

株式会社サンプル（本社：東京都港区）は2026年12月1日、自治体向けの議事録作成サービス「キロクン」の提供を全国で開始します。職員の人手不足を受けて、会議の録音から議事録の下書きを自動で作る仕組みを開発しました。料金は月額30,000円で、1,200人の職員がいる横浜市の実証では作成時間が68%短くなりました。

総務省の統計では、市区町村の職員数はこの10年で4.2%減りました。一方で、議会や審議会の記録を公開する義務は増えており、担当者の残業が課題になっています。当社が320の自治体を対象に実施した調査では、74%が「議事録の作成に時間がかかる」と答えました。

新サービスは、録音した音声を国内のサーバーで文字に変え、発言者ごとに整理します。方言や行政用語にも対応し、担当者は画面で直すだけで公開できます。予想を上回る85団体が導入を決めており、来月には九州の大学と共同で研究も始めます。

代表取締役社長の田中一郎は「議事録は住民が行政を知るための入口です。記録にかかる時間を減らし、職員が住民と向き合う時間を増やしたいと考えています」と述べています。横浜市デジタル推進課長の佐藤花子氏は「会議の翌日に下書きができるので、確認に集中できるようになりました」と話しています。

会社概要
株式会社サンプルは2015年に設立された、音声認識ソフトウェアの開発会社です。
詳細：https://sample.example/kirokun
画像：https://sample.example/kirokun.png
お問い合わせ：広報担当 press@sample.example 電話 03-0000-1234
`,
  zh: `示例公司推出政府会议纪要服务，12月1日上线

示例科技有限公司（总部：上海）将于2026年12月1日在全国推出面向政府机构的会议纪要服务“记录君”。为了缓解人手不足，该系统可以通过会议录音自动生成纪要的初稿。服务价格为每月1500元，在拥有1200名工作人员的杭州市进行的实验中，整理时间减少了68%。

统计局的数据显示，过去10年基层工作人员的数量减少了4.2%。与此同时，各地公开会议记录的要求不断增加，加班已经成为普遍的难题。公司对320家政府机构进行的调查显示，74%的受访者认为整理纪要太费时间。

新服务在国内的服务器上把录音转成文字，并按照发言人进行整理。系统也支持方言和行政用语，工作人员只需要在屏幕上修改就可以发布。已有85家机构决定采用，这个数字超出预期，公司下月还将与浙江的大学合作开展研究。

总经理王明表示：“会议纪要是居民了解政府工作的入口，我们希望减少记录的时间，让工作人员有更多时间面对居民。”杭州市数字化办公室主任李华说：“会议的第二天就能拿到初稿，我们可以把精力放在核对上。”

关于示例科技
示例科技有限公司成立于2015年，是一家开发语音识别软件的企业。
详情：https://sample.example/jiluo
图片：https://sample.example/jiluo.png
联系方式：press@sample.example 电话 021-0000-1234
`,
  en: `Sample Inc. launches minutes service for 85 local councils on December 1

Sample Inc., a software company based in London, will launch Minute, a service that writes the minutes of public meetings, across the country on December 1, 2026. The service was developed to help councils that are short of staff, and drafts the minutes by turning a recording into text. It costs 300 dollars a month, and a trial at Leeds City Council with 1,200 employees cut the time for each set of minutes by 68 percent.

According to national statistics, the number of council employees has fallen by 4.2 percent in 10 years. At the same time, the duty to publish records of meetings has grown, and overtime has become a problem for public workers. In a survey of 320 councils by the company, 74 percent of respondents said that minutes take too much time.

The new service turns speech into text on servers in the country and sorts it by speaker. It knows dialects and the terms of local government, and clerks only need to correct the draft before they publish it. Despite a short trial, 85 councils have decided to use it, and the company will begin joint research with a university next month.

“Minutes are how residents learn what their council does,” said John Carter, chief executive officer of Sample Inc. “We want to reduce the time that is spent on records, so that staff have more time for people.” Mary Hill, head of digital services at Leeds City Council, said the draft is ready on the day after a meeting.

About Sample Inc.
Sample Inc. was founded in 2015 and develops speech recognition software.
More: https://sample.example/minute
Image: https://sample.example/minute.png
Contact: press@sample.example, +44 20 0000 1234
`,
};

const clinic = {
  ja: `青空病院と北大学、オンライン診療の共同実証を4月10日に開始

医療法人青空病院と北大学は2027年4月10日、長野県の山間部でオンライン診療の共同実証を始めます。医師の人手不足によって通院が難しくなった高齢の患者を支えることが目的です。市内の公民館3か所に専用の機器を置き、看護師が付き添う仕組みを使います。

厚生労働省の調べによると、県内の無医地区は12地区あり、およそ5,400人が暮らしています。最寄りの病院まで車で平均48分かかり、冬は道路が通れない日もあります。

実証では、患者240人の血圧や脈拍を毎日記録し、異常があれば担当の医師に知らせます。2025年の予備調査では、通院の回数が31%減り、症状の悪化を早く見つけた例が17件ありました。利用は無料で、期間は2028年3月末までの1年間です。

青空病院の院長の山本健は「雪の日に無理をして通う患者をなくしたいと考え、2年かけて準備してきました」と話しています。北大学の教授の小林真理は「地域の看護師が主役になる診療の形を示し、ほかの県でも使えるようにします」と述べています。

両者は連携協定を結び、結果を2028年6月に公開する予定です。

法人概要
医療法人青空病院は1978年に設立された、長野県の病院です。
詳細：https://aozora.example/online
写真：https://aozora.example/online.jpg
お問い合わせ：pr@aozora.example 電話 026-000-1234
`,
  en: `Bluesky Hospital and North University start online clinic trial for 240 patients

Bluesky Hospital and North University will start a joint trial of online consultations in Colorado on April 10, 2027. The trial aims to support older patients who can no longer travel because of a shortage of doctors. Nurses will help patients at 3 community centers by using devices that send readings to a doctor.

According to the state health department, 12 districts in the county have no doctor, and about 5,400 residents live there. The nearest hospital is 48 minutes away by car, and roads are closed on some days in winter.

In the trial, the blood pressure and pulse of 240 patients will be recorded every day, and a doctor is told when a reading is unusual. A pilot study in 2025 cut visits by 31 percent and found 17 cases early, which was an unexpected result for the team. The use is free of charge and the trial will run for 12 months.

“We want no patient to travel through the snow for a routine check, and we have prepared this for two years,” said Karen Young, director of Bluesky Hospital. Professor Alan Reed of North University said the team will show how local nurses can lead this kind of care.

The partners signed an agreement in March and will publish the results in June 2028.

About Bluesky Hospital
Bluesky Hospital was founded in 1978 and serves 4 counties.
More: https://bluesky.example/online
Photo: https://bluesky.example/online.jpg
Contact: pr@bluesky.example, 303-000-1234
`,
  zh: `蓝天医院与北方大学4月10日启动线上诊疗联合试验

蓝天医院与北方大学将于2027年4月10日在四川省的山区启动线上诊疗的联合试验。该项目旨在帮助因医生不足而难以就诊的老龄患者。项目在社区的3个活动中心设置专用设备，由护士陪同患者，通过视频与医生交流。

据省卫生部门的统计，当地有12个乡没有医生，约5400名居民在那里生活。居民到最近的医院平均需要48分钟的车程，冬天还有道路封闭的日子。

试验将每天记录240名患者的血压和脉搏，一旦发现异常就会通知负责的医生。2025年的预备调查显示，就诊次数减少了31%，并且提前发现了17例病情变化，这一结果出乎意外。患者可以免费使用，试验的期限为12个月。

蓝天医院院长刘健表示：“我们不希望患者在下雪的日子勉强出门，为此已经准备了两年。”北方大学教授陈丽说：“我们将展示以当地护士为中心的诊疗方式，让其他省份也可以使用。”

双方已经签署合作协议，计划在2028年6月公布结果。

关于蓝天医院
蓝天医院成立于1978年，是四川省的一家综合医院。
详情：https://bluesky.example/online
照片：https://bluesky.example/online.jpg
联系方式：pr@bluesky.example 电话 028-0000-1234
`,
};

export const releases: readonly Readonly<Record<Language, string>>[] = [minutes, clinic];
