import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'search',
  isVariant: true,
  textAt: 'results',
  marks: `
    independent search, independent index, independent engine, independent web, own index, brave search, brave
    non-google, not google, not from google, without google, other than google, independent one, independent results
    independent source of search, doesn't rely on google, independently indexed, independent search index
    independent…index, independent…search, independent…engine
    独立系, 独立系の検索インデックス, 独立系の検索エンジン, 独立した検索インデックス, 独立した検索エンジン
    独立系検索インデックス, 独立の検索インデックス, 独立した検索, 独立インデックス, 独立の検索, 独立した索引
    独自インデックス, ブレイブ, 独立検索, 独自の検索インデックス, 独立したインデックス, 大手に頼らない, グーグル以外
    google以外, 大手以外, 独立…検索, 独立…インデックス, 独自…インデックス, 独立…索引
    独立索引, 独立搜索, 独立的搜索, 独立引擎, 独立的索引, 不是谷歌, 非谷歌, 不用谷歌, 别用谷歌, 不要谷歌, 独立检索
    自有索引, 独立的检索, 独立的引擎, 谷歌以外, 不依赖谷歌, 独立…搜索, 独立…引擎, 自有…索引
  `,
  values: {
    freshness: {
      pd: `
        past day, last day, today, past 24 hours, last 24 hours, since yesterday, from today, 24 hours, the last 24h
        今日, 24時間以内, ここ24時間, 24時間, 直近1日, この一日, ここ一日, 本日, 直近24時間, 昨日から, 過去1日
        過去一日, 1日以内, 一日以内
        今天, 最近一天, 过去一天, 一天内, 24小时, 近一天, 最近24小时, 一天以内, 当天
      `,
      pw: `
        past week, last week, this week, past seven days, last 7 days, last seven days, past 7 days, the week
        within a week
        今週, 先週, 一週間, 1週間, この一週間, 過去一週間, 直近一週間, 7日以内, ここ一週間, 週間以内
        本周, 这周, 这一周, 最近一周, 过去一周, 一周内, 近一周, 7天内, 一星期, 上周, 七天, 这星期, 一周以内
      `,
      pm: `
        past month, last month, this month, past 30 days, last 30 days, within a month, the month
        今月, 先月, 一か月, 一ヶ月, 1か月, 1ヶ月, ひと月, 過去一か月, この一か月, 30日以内, 一カ月, 1カ月
        本月, 这个月, 最近一个月, 过去一个月, 一个月内, 近一个月, 30天内, 一个月以内, 上个月, 近一月
      `,
    },
  },
  units: {
    count: `
      of them, of those, results, hits, links, pages, sources, top, entries
      件, 個, つ, サイト
      条, 个结果, 项, 条结果, 个, 笔
    `,
  },
  examples: {
    en: ['Search the independent index for tram museums', 'Independent search, past week: lithium prices'],
    ja: ['独立系の検索で路面電車を調べて', '独立インデックスで発酵食品を10件'],
    zh: ['用独立索引搜索有轨电车', '独立搜索引擎查一下锂价，最近一周'],
  },
};
