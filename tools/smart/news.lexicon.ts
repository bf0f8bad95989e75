import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'news',
  takes: ['topic'],
  textAt: 'articles',
  verbs: `
    anything going on with, anything happening with, anything happening at, what's going on with, what's happening with
    been up to lately, been up to recently, anything new on, anything new about, anything new in, what's new with
    what is new with, latest on, what's the latest, updates on, any updates, any news, in the news, news about, news on
    latest developments, recent developments, catch me up, current events, what's new in, whats new with
    bring me up to date, what has happened with, what's been happening, recent coverage, latest from, any developments
    any word on, up to speed, what's going on in the, whats going on in the, what is going on in the
    what's happening in the world, what's happening in, papers saying, papers say, press saying, press say
    media saying, media say, making headlines, making the news, in the papers, in the headlines, what did i miss
    news roundup, news round-up, what's the word on, reported about, reports about, reports on, breaking on
    what happened in the world, what happened today, what has happened today, what's happening today
    what's going on today, what's going on around, what happened in the news
    最近どうなって, 最近の動き, 最新情報, 最近の動向, 何か動き, 最近何かあった, 新しい動き, 近況, 最新動向, 動向を
    何か新しい, どうなってる, どうなった, その後どう, 進展, 新しい話, なんか新しい, 何か話題, 新情報, 続報, 新展開
    何かあった, 最新の話, ニュースある, 話題ある, 目新しい, 動きある, 動きはある, 動きあった, 最近どう
    最近有什么动静, 有什么新消息, 有什么动静, 最新消息, 最新进展, 最新动态, 最近怎么样了, 有什么进展, 近况, 最近有啥
    有何动态, 有啥新, 最近动态, 有什么动向, 最新动向, 最近有何, 怎么样了, 有什么新动作, 有什么新闻, 有啥新闻, 有啥消息
    有没有新闻, 有什么报道, 有何新闻, 新动向, 新进展, 后续进展, 出了什么新闻, 爆出什么, 有什么消息, 有没有消息
    有没有什么新
  `,
  nouns: `
    news, headline*, top stories, breaking, breaking news, news stories, news articles, recent articles, press coverage
    front page, articles about, articles on, stories, reporting on, newspaper*, news report*, coverage of, articles
    top news, world news, press, front pages, the papers, bulletin, current affairs, breaking stories, wire reports
    news digest, news summary, news update, newsflash
    ニュウス, にゅうす, ニュース, 見出し, ヘッドライン, 速報, 新聞記事, 報道, トップ記事, ニュース記事, にゅーす, 話題
    新聞, トピックス, 最新記事, 関連記事, 記事, 関連ニュース, 最新ニュース, トップニュース, 海外ニュース, 主要ニュース
    報道記事, ニュース速報, トピック, 紙面, ニュース一覧, 号外, 最新の記事, 時事
    新闻, 头条, 要闻, 快讯, 报道, 热点新闻, 资讯, 新闻头条, 时事, 新文, 热搜新闻, 热点, 大事, 要事, 大新闻, 新闻报道
    新闻标题, 最新报道, 热搜, 日报, 报导, 新闻稿, 要点新闻, 时政, 热门新闻, 舆情, 快报, 晨报, 早报, 晚报, 新闻摘要
    消息面
  `,
  hints: `
    today, latest, this morning, recent, recently, top, articles, new
    今日, 最新, 最近, トップ, 今朝, 記事
    今天, 今早, 消息, 近日, 有哪些
  `,
  values: {
    category: {
      business: `
        business, economy, economic, finance, financial, market, markets, corporate
        ビジネス, 経済, 金融, 企業, マーケット
        商业, 财经, 经济, 商务, 产经
      `,
      technology: `
        technology, tech, technological, it news, gadget*
        テクノロジー, テック, 技術, it系, itニュース, itの, ハイテク, テクノロジ
        科技, 技术, 互联网新闻, 数码, 高科技
      `,
      sports: 'sports, sport, sporting, athletics, スポーツ, 体育, 运动, 体坛, 赛事',
      health: `
        health, medical, medicine, healthcare, wellness
        健康, 医療, ヘルス, ヘルスケア, 医学
        医疗, 医药, 卫生, 养生
      `,
      science: 'science, scientific, sci, 科学, サイエンス, 科研',
      entertainment: `
        entertainment, showbiz, celebrity, celebrities, show business, movie news
        エンタメ, 芸能, エンターテインメント, エンターテイメント, 娯楽, エンタテインメント
        娱乐, 文娱, 影视, 八卦, 明星
      `,
    },
  },
  units: {
    pageSize: `
      articles, stories, headlines, news items, news, items, results, pieces, top
      本, 件, つ, 記事, 個
      条, 篇, 则, 个, 条新闻
    `,
  },
  examples: {
    en: ["Today's headlines from Spain", 'Any news about the lunar lander?'],
    ja: ['今日のニュースの見出しを教えて', 'フランスの経済ニュース'],
    zh: ['今天有什么新闻', '美国科技头条'],
  },
};
