import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'crawl',
  takes: ['page'],
  textAt: 'pages',
  marks: `
    crawl*, map mode, sitemap, site map, map the site, map out the site, map out, all the links, all links, every link
    every url, all urls, all the urls, list of urls, list the urls, list all pages, all the pages, every page
    whole site, entire site, advanced scrap*, headless browser, render the javascript, render javascript
    javascript-heavy, js-rendered, dynamic page, wait for the scripts, wait for scripts, wait for javascript
    wait for the page to load, follow the links, follow links, full site, scrape advanced, subpages, url list
    list of links, link list, links on, map of the site
    クロール, クローリング, サイトマップ, サイト内のurl, サイト全体, url一覧, urlの一覧, リンク一覧, リンクの一覧
    リンクを一覧, 全ページ, すべてのページ, 全部のページ, 高度なスクレイ*, ブラウザでレンダリング, javascriptを実行
    jsの読み込み, ページ一覧, リンクをたどって, サイト丸ごと, サイトまるごと, マップモード, mapモード, map モード
    配下のページ, 下層ページ, リンクを全部, リンクを全て, urlを全部, urlを列挙, 全リンク, リンクを洗い出, urlを洗い出
    全url
    爬取整站, 爬一下, 爬取, 爬虫, 爬遍, 整个站, 整站, 整个网站, 全站, 站点地图, 所有链接, 全部链接, 所有网址, 链接列表
    网址列表, 高级抓取, 全部页面, 所有页面, 动态页面, 渲染js, 等js, 等待js, 渲染javascript, 爬下来, 爬这个站, 爬
    url列表, 所有url, 全部url, 子页面, 网站地图, map模式, map 模式, crawl, 链接都列, 列出链接, 全站链接, 站内链接
    站内所有, 全站网址, 链接清单, 网址清单
  `,
  values: {
    mode: {
      map: `
        map mode, sitemap, site map, map the site, map out, all the links, all links, every link, every url, all urls
        all the urls, list of urls, list the urls, url list, list all pages, mode map, list of links, link list
        links on, map of the site
        サイトマップ, url一覧, urlの一覧, リンク一覧, リンクの一覧, リンクを一覧, ページ一覧, マップモード, mapモード
        map モード, リンクを全部, リンクを全て, urlを全部, urlを列挙, 全リンク, リンクを洗い出, urlを洗い出, 全url
        サイト内のurl
        全站链接, 站内链接, 站内所有, 全站网址, 链接清单, 网址清单, 站点地图, 所有链接, 全部链接, 所有网址, 链接列表
        网址列表, url列表, 所有url, 全部url, 网站地图, map模式, map 模式, 链接都列, 列出链接
      `,
      crawl: `
        crawl*, whole site, entire site, all the pages, every page, follow the links, follow links, full site, subpages
        mode crawl
        クロール, クローリング, サイト全体, 全ページ, すべてのページ, 全部のページ, リンクをたどって, サイト丸ごと
        サイトまるごと, 配下のページ, 下層ページ
        爬取整站, 爬一下, 爬取, 爬虫, 爬遍, 整个站, 整站, 整个网站, 全站, 全部页面, 所有页面, 爬下来, 爬这个站, 爬
        子页面, crawl
      `,
      scrape: 'mode scrape, scrape mode, scrapeモード, scrape模式',
    },
    formats: {
      html: 'html',
      json: 'json',
      markdown: 'markdown, マークダウン',
    },
  },
  units: {
    limit: `
      pages, page, limit, urls, links, at most, up to, max, maximum
      ページまで, ページ, 件, 件まで, url, 本, 最大, 上限
      页, 个页面, 条, 个链接, 个网址, 最多, 个
    `,
    waitFor: 'ms, milliseconds, wait, ミリ秒, 毫秒',
  },
  examples: {
    en: ['Crawl https://example.com/docs, 4 pages', 'List all links on https://example.com/'],
    ja: ['https://example.com/docs をクロールして', 'https://example.com/ のリンク一覧を作って'],
    zh: ['爬取 https://example.com/docs 整站', '列出 https://example.com/ 的所有链接'],
  },
};
