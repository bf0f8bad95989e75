import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'search',
  takes: ['topic'],
  textAt: 'summary',
  isGeneral: true,
  verbs: `
    search, search for, search the web, web search, search online, look up online, look online, find out online
    search the internet, do a search, on the web, on the internet, look it up online, online search, find me info
    browse the web, find websites, find sources, check online, see what's online, search engine, scour the web
    find online, find reviews, web for, internet for, online for, search up, search around, check the web
    check the internet, look around online, hit the web, web-search, websearch, net search, find…online, look…online
    find…on the web, find…internet, search…online, studies…online, check…online, look…on the web, look…internet
    say online, people online, hunt around, hunt online, rummage, see what the internet, see what the web, comb the web
    trawl the web, trawl, ask the internet, web results, online results, net for, scan the web, surf the web
    look through the web, find out on the web, internet say, internet says, internet…say, web say, web says
    do some digging, do some googling, do some research, digging online, poke around online, google around
    research online, read up on, see online, sites that, websites that, websites about, web pages about, three websites
    a few websites, some links, a few links, links about, links on, on the net, from the net, on the interwebs
    on the world wide web, info on the, any info on, any info about, info about, look around for, have a look online
    reviews of, on google, have a google
    検索, ネットで調べ, ウェブで調べ, webで調べ, ネットで探, ウェブで探, ウェブ検索, web検索, ネット検索, サーチ
    検索して, けんさく, リサーチ, ネット上で, 検索をかけ, 検索をお願い, ネットで見, ネットで情報, 情報を集め, web上で
    ウェブ上で, ネットで見つけ, ウェブから, ネットから, オンラインで調べ, オンラインで探, 検索エンジン, web検索で
    インターネットで, ネット情報, 下調べ, 調べ物, 検索し, ネット…調べ, ウェブ…調べ, ネット…探し, ウェブ…探し, web…調べ
    web…探し, ネット…検索, 情報…集め
    搜索, 搜一下, 搜一搜, 上网查, 上网搜, 网上查, 网上搜, 联网搜索, 检索, 搜搜, 搜下, 网上找, 搜寻, 百度一下
    查一下网上, 网络搜索, 调研, 上网找, 网上有没有, 在网上, 上网看, 互联网上, 网络上查, 网搜, 联网查, 联网搜, 联网找
    联网查一下, 联网查查, 上网查查, 网上看, 网上搜搜, 网上查查, 到网上, 从网上, 在线搜索, 在线查, 帮我搜, 搜个, 搜些
    搜点, 搜几, 去搜, 搜寻一下, 网上扒, 搜出, 网上…资料, 网上…信息, 网上…教程, 网上…评价, 在网上…找, 上网…查, 上网…搜
    网上…查, 网上…搜
  `,
  nouns: `
    look up, find out, find me, dig up, hunt for, find some, research, find the best, look into, find information
    find info
    調べて, しらべて, 調べたい, 探して, さがして, 調べてほしい, 調べてくれ, 調べといて, 調べておいて, 調べると
    探してほしい, 調査して
    查找, 找一下, 找找, 查查, 查一查, 查询一下, 搜, 找资料, 查资料, 查一下, 查下, 帮我查, 查询, 查个, 帮忙查, 找一找
    找个, 去查, 帮我找
  `,
  hints: `
    best, find, latest, online, web, which, recommend*, results, reviews, websites, sources
    おすすめ, 最新, ネット, ウェブ, 比較, 探し, 口コミ, レビュー, サイト
    网上, 推荐, 哪些, 找, 查, 联网, 关于, 资料, 网站, 评价, 评测
  `,
  values: {
    strategy: {
      thorough: `
        thorough, thoroughly, in depth, in-depth, comprehensive, exhaustive, deep dive, careful, carefully
        comprehensively, extensive, extensively
        徹底的, じっくり, 念入り, 網羅的, くまなく, 入念, しっかり, 丁寧に, 徹底, 詳しく, 詳細に
        全面, 彻底, 深入, 仔细, 详尽, 详细, 全方位, 细致
      `,
      cheap: `
        cheap search, cheapest search, cheapest strategy, cheapest provider, cheapest way to search, low cost, cheaply, inexpensive, lowest cost, keep it cheap, cheap strategy
        strategy cheap
        格安, 最安で, 安価, 低コスト, 安上がり, なるべく安く, できるだけ安く, 安く検索
        省钱, 低成本, 最省钱, 最便宜的方式, 便宜的方式, 尽量便宜, 便宜搜
      `,
      fast: `
        quick search, fast search, quickly, strategy fast, fast strategy
        素早く, さっと, ざっと, 高速検索, 手早く, 急いで
        快速搜, 快速, 尽快, 简单搜
      `,
    },
  },
  units: {
    maxResults: `
      top, results, hits, links, sources, max results, maxresults, websites, pages, sites, articles
      件, つ, 個, サイト, 件まで, 本, ページ
      条, 个结果, 个, 项, 条结果, 条资料, 篇, 个网站
    `,
  },
  examples: {
    en: ['Search the web for tide tables in Brittany', 'Look online for bicycle repair courses'],
    ja: ['ネットで屋久島の登山道を調べて', '電動工具の口コミを検索して'],
    zh: ['上网查一下露营装备清单', '搜索一下智能手表评测'],
  },
};
