/** The demonstration articles: companies, people and places are invented, and every address ends with `.example`. */
import type { Language } from '../../../text/language.ts';

export interface DemoText {
  language: Language;
  title: string;
  body: string;
}

export const DEMO_SHOP = {
  slug: 'demo-minato-works',
  name: 'Minato Works (demonstration)',
  description: 'An invented company whose news show what this newsroom does.',
  url: 'https://minato-works.example/',
  prefecture: '東京都',
};

/** The days that the texts speak of are read as on this one. */
export const DEMO_CLOCK = { nowMs: Date.UTC(2026, 10, 21), timeZone: 'Asia/Tokyo' };

/** The newest first. */
export const demoTexts: readonly DemoText[] = [
  {
    language: 'ja',
    title: '港ワークス、議事録サービス「ミナログ」を12月1日に開始',
    body: '港ワークス株式会社は2026年12月1日、会議の録音から議事録の下書きを作るサービス「ミナログ」の提供を開始します。料金は月額9,800円です。\n\n試験導入した12社では、議事録の作成にかかる時間が平均で42%減りました。代表取締役の架空花子は「話し合いに集中できる会議を増やしたい」と話しています。\n\nお問い合わせは press@minato-works.example まで。',
  },
  {
    language: 'en',
    title: 'Minato Works opens a repair café for office machines in Osaka',
    body: 'Minato Works will open a repair café for office machines in Osaka on December 8, 2026. Visitors bring scanners, printers and keyboards, and learn to mend them with the help of 6 volunteers.\n\nIn a trial with 140 visitors, 83% of the machines worked again. "Most of what we throw away needs a screw, not a successor," said Aiko Muster, who leads the project.\n\nEntry is free. Contact: press@minato-works.example',
  },
  {
    language: 'zh',
    title: '港湾工坊推出无纸化展会名片服务',
    body: '港湾工坊将于2026年12月10日推出无纸化展会名片服务，参展企业可以用一个二维码交换联系方式。服务每月收费300元。\n\n在三场试用展会上，共有2,400人使用，名片录入时间平均缩短了70%。负责人虚小明表示：“展会结束的当天，名单就已经整理好了。”\n\n联系方式：press@minato-works.example',
  },
  {
    language: 'ja',
    title: '港ワークス、地域の商店街48店と共同で再配達を減らす実証実験',
    body: '港ワークス株式会社は2026年11月16日から、架空市の商店街48店と共同で、荷物の再配達を減らす実証実験を行います。受け取り時間を前日に選べる仕組みで、再配達率を18%から9%に下げることを目指します。\n\n実験の結果は2027年2月に公表します。お問い合わせは press@minato-works.example まで。',
  },
  {
    language: 'en',
    title: 'Survey: 6 in 10 small firms write their press releases after hours',
    body: 'Minato Works has asked 512 small firms when they write their press releases. 61% answered: after working hours. The survey was held online from October 5 to October 16, 2026.\n\n"News is what a company has to say at its best, not at its most tired," said Jonas Beispiel, who evaluated the answers. The full results are at https://minato-works.example/survey.',
  },
  {
    language: 'zh',
    title: '港湾工坊与三所职业学校合作开设数据整理课程',
    body: '港湾工坊宣布与三所职业学校合作，自2027年4月起开设数据整理课程，首期招收90名学生。课程共12周，学费为1,200元。\n\n学生将用真实的企业公告练习整理日期、数字和联系方式。联系方式：press@minato-works.example',
  },
  {
    language: 'ja',
    title: '港ワークス、食品ロスを減らす仕入れ予測を20店舗に導入',
    body: '港ワークス株式会社は、天気と曜日から翌日の来客数を予測し、仕入れの量を提案する仕組みを、架空県内の20店舗に導入しました。導入した店舗では、2026年9月の食品の廃棄が前年の同じ月より31%減りました。\n\n料金は1店舗あたり月額4,500円です。お問い合わせは press@minato-works.example まで。',
  },
  {
    language: 'en',
    title: 'Minato Works moves its data centre to a former greenhouse',
    body: 'Minato Works has moved its data centre to a former greenhouse in Beispielstadt. The waste heat of 40 servers now warms 2,000 square metres of tomatoes next door.\n\nThe move took 3 weekends and cost 180,000 dollars. Contact: press@minato-works.example',
  },
  {
    language: 'zh',
    title: '港湾工坊发布2026年度无障碍报告',
    body: '港湾工坊于2026年10月1日发布年度无障碍报告。报告显示，公司网站的96个页面全部可以用键盘操作，读屏软件测试的通过率从71%提高到98%。\n\n报告全文见 https://minato-works.example/report。',
  },
  {
    language: 'ja',
    title: '港ワークス、社員の副業を支援する休暇制度を新設',
    body: '港ワークス株式会社は2026年10月1日、社員が副業や地域活動に使える年10日の休暇制度を新設しました。対象は正社員と契約社員の全員で、85人です。\n\n人事部の見本太郎は「仕事の外で得た経験が、よい製品につながる」と話しています。お問い合わせは press@minato-works.example まで。',
  },
  {
    language: 'en',
    title: 'Free guide explains 25 words of the news trade',
    body: 'Minato Works has published a free guide that explains 25 words of the news trade, from "embargo" to "wire", on 32 pages. It was written with 4 editors of local newspapers.\n\nThe guide is at https://minato-works.example/guide in English and Japanese.',
  },
  {
    language: 'ja',
    title: '港ワークス、創業5周年の記念展を架空市で開催',
    body: '港ワークス株式会社は2026年9月12日から9月20日まで、創業5周年の記念展を架空市の市民ホールで開催しました。来場者は3,200人でした。\n\n展示した試作品27点は、2027年1月から学校へ貸し出します。お問い合わせは press@minato-works.example まで。',
  },
];
