/** Words that make a sentence the answer to a question, and words that make it the answer to another one. */
import type { Language } from '../../../../text/language.ts';

export interface AnswerWords {
  /** Asks for money from those who buy or come. */
  price: RegExp;
  /** Nothing is asked of them. */
  free: RegExp;
  /** Money of another kind: what a plan costs, what a company earns. */
  otherMoney: RegExp;
  /** Something begins on the day that the sentence names. */
  begins: RegExp;
  /** A day of another kind: until when to sign up, until when food keeps. */
  otherDay: RegExp;
  venue: RegExp;
  action: RegExp;
  cause: RegExp;
  sample: RegExp;
}

export const ANSWER_WORDS: Readonly<Record<Language, AnswerWords>> = {
  en: {
    price:
      /\b(?:costs?|priced at|prices? (?:start|starts|is|are)|(?:is|are) (?:sold|available) for|tickets? (?:cost|are)|admission is|entry (?:is|costs)|fee (?:is|of)|start(?:s|ing)? at)\b/i,
    free: /\b(?:(?:admission|entry|walk|service|use|app|loan|tickets?|workshops?|scheme|it|attendance|starts [^.]{0,30}) (?:is|are|and is) free|free (?:of charge|entry|admission|for (?:all|tenants|everyone|users))|is free with)\b/i,
    otherMoney:
      /\b(?:million|billion|renovation|conversion|construction|scheme costs|fuel|research|project|first year|sales|revenue|profit|grant|a year earlier|used to)\b/i,
    begins:
      /\b(?:will|from|starts?|begins?|beginning|ships?|shipping|opens?|goes on sale|go on sale|available|takes? (?:place|up)|on (?:\w+, )?\d{1,2}|holds?|invites?|deliver(?:y|ies)|present|effective|lends?|borrow)\b/i,
    otherDay:
      /\b(?:best[- ]before|until|deadline|by \w+ \d|registration|were|was|ended|founded|since|sold (?:at|between|from)|compared|receive a letter)\b/i,
    venue: /\b(?:at|in|on|along)\b/i,
    action:
      /\b(?:should|must|please|can (?:return|call|book|claim|send|request)|do not|don't|stop using|take [^.]{0,20}down|receive a refund|are asked to)\b/i,
    cause: /\b(?:the cause (?:is|was)|caused|because|due to|was caused by|as a result of|filled up|fault(?:y)?)\b/i,
    sample:
      /\b(?:asked|surveyed|polled|interviewed|questioned|compared|studied|analy[sz]ed)\b[^.]{0,80}\d|\d (?:[a-z]{1,20} ){0,3}(?:respondents|participants)/i,
  },
  ja: {
    price: /価格は|料金は|参加費は|観覧料は|入場料は|受講料は|月額[\d,]+|税込|円からで|1回[\d,]+円|定価/,
    free: /(?:入場|相談|利用|参加|観覧|受講|入館|登録|使用)(?:料)?(?:は|が)?無料|無料で(?:利用|参加|使え|入場)/,
    otherMoney: /億円|費用は年|補助|助成|売上|予算|調達|総額|融資|賠償|負担/,
    begins: /発売|開始|始め|開催|開き|開設|行い|から|受け付け|就任|付で|公開|運行|設け|任期は/,
    otherDay:
      /賞味期限|消費期限|締め切り|締切|まで、|前売り|昨年|今年の調査|製造した|時点|以降に判明|申し込み|予約は|確認しました|報告しました/,
    venue: /で|会場|にて/,
    action: /ください|お送り|中止し|ご連絡|返品|お問い合わせの|お申し出/,
    cause: /原因は|ため、|ことが原因|によるもの|誤って|ことでした/,
    sample:
      /\d[\d,.]*[万千]?(?:人|名|社|校|世帯|自治体|市区町村|施設)(?:を対象|に(?:聞|インターネット|調査|実施)|に、)|を対象に|から回答を得|\d+校、|\d+校を|調査票を送り/,
  },
  zh: {
    price: /售价|售價|定價|價格為|票價|參加費|价格为|票价为?|门票\d|参会费为|费用为|收费\d|定价|起售价|年费|月费/,
    free: /(?:免[费費](?:参加|參加|开放|開放|使用|提供|入[场場]|[参參][观觀])|(?:对所有用户|门票|活动|服务|展览)[^，。]{0,6}免费|不收(?:挂号费|门票|费用))/,
    otherMoney: /亿元|营业收入|净利润|营收|投资额|财政|赔付|融资|专项资金|每年需要|退款/,
    begins:
      /将|將|開始|販售|開賣|舉辦|舉行|開通|開設|起|开始|上市|举办|举行|从|开通|推出|开设|接受|销售|出任|担任|任命|任期|交付/,
    otherDay: /保质期|截止|此前|去年|发布三季报|生产的|期间|成立于|延误|备案/,
    venue: /在|于/,
    action: /请用户|请勿|可以(?:到|拨打|退|在|全额)|立即停止使用|(?:消费者|用户|顾客)可以/,
    cause: /由于|原因是|原因为|因为|问题来自|导致|来自生产线/,
    sample:
      /访问了[^。]{0,20}\d|调查了[^。]{0,16}\d|分析了[^。]{0,24}\d|跟踪了[^。]{0,16}\d|对[^。]{0,16}\d[^。]{0,12}(?:进行|的)调查|当面访问/,
  },
};
