import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'position',
  isVariant: true,
  leadsTo: 'forecast',
  textAt: 'results',
  marks: `
    free geocod*, geocode tool, basic geocod*, plain geocod*, geocoder for free, geocode for free, openstreetmap
    nominatim, no-cost geocod*, simple geocod*, free-of-charge geocod*, free…geocod, basic…geocod, no-cost…geocod
    無料のジオコ*, 無料のgeocod*, 無料ジオコ*, 基本のジオコ*, 基本のgeocod*, 無料版のジオコ*, 無料の住所検索
    普通のジオコ*, タダのジオコ*, 無料…ジオコ, 無料…geocod, タダ…ジオコ, 無料…住所検索, 無料…座標
    免费的地理编码, 免费地理编码, 免费的geocod*, 免费geocod*, 免费版地理编码, 免费的坐标查询, 基础地理编码
    基本的地理编码, 普通地理编码, 免费的定位工具, 免费…地理编码, 免费…geocod, 免费…地址查询, 免费…编码
  `,
  examples: {
    en: ['Use the free geocoder for Baker Street 221b', 'geocode tool: Lyon cathedral'],
    ja: ['無料のジオコーダーで大阪城を調べて', '基本のジオコーダーで奈良公園の位置'],
    zh: ['用免费的地理编码查鼓浪屿', '免费地理编码:洱海'],
  },
};
