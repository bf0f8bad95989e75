import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'search',
  isVariant: true,
  textAt: 'results',
  marks: `
    google, google search, googling, serp, image search, picture search, search images, search for images
    search for pictures, find images, find pictures, find photos, search for photos, pictures of, photos of, images of
    googled, image results, google news, google images
    グーグル, ググって, ぐぐって, ググる, 画像検索, 画像を検索, 画像を探, 写真を探, 画像を調べ, 写真を検索
    グーグル検索, google検索, ぐーぐる, 画像探, 写真探, の画像を見つけ, の写真を見つけ
    谷歌, 谷歌搜索, 图片搜索, 搜图片, 搜图, 找图, 搜一下图, 搜索图片, 找图片, 找几张, 搜照片, 搜些图, 找一些图, 找些图
    找照片, 以图, 咕歌, 谷哥
  `,
  values: {
    type: {
      images: `
        image, images, picture, pictures, photo, photos, pics
        画像, 写真, イラスト
        图片, 照片, 图像, 图, 搜图
      `,
      news: 'google news, news results, news, in the news, ニュース, ニュース検索, 新闻, 资讯',
    },
  },
  units: {
    num: `
      of them, of those, results, hits, links, images, pictures, photos, pics, top
      件, 枚, 個, つ
      条, 张, 个结果, 个, 项
    `,
  },
  examples: {
    en: ['Google the opening hours of the Prado', 'Find pictures of red pandas'],
    ja: ['グーグルで京都の紅葉を検索', 'レッサーパンダの画像を探して'],
    zh: ['用谷歌搜索黄山门票', '找几张大熊猫的图片'],
  },
};
