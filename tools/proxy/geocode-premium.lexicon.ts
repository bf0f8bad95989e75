import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'position',
  isVariant: true,
  marks: `
    premium geocod*, paid geocod*, high-precision geocod*, premium location lookup, premium address lookup
    geocoding with confidence, geocode with confidence, confidence score for the address, geocode premium, opencage
    pro geocod*, premium…geocod, geocod…premium, paid…geocod, geocod…confidence, premium…coordinates
    プレミアムのジオコ*, プレミアムジオコ*, プレミアム版のジオコ*, 有料のジオコ*, 有料ジオコ*, 高精度のジオコ*
    高精度ジオコ*, プレミアムなジオコ*, ジオコーディングのプレミアム*, プレミアム版ジオコ*, プレミアム…ジオコ
    ジオコ…プレミアム, 有料…ジオコ, ジオコ…信頼度, プレミアム…座標, 高精度…座標
    高级地理编码, 付费地理编码, 付费版地理编码, 高级版地理编码, 高精度地理编码, 优质地理编码, 高级的地理编码
    付费的地理编码, 高级geocod*, 付费geocod*, premium地理编码, 高级…地理编码, 付费…地理编码, 高级…编码, 付费…编码
    高精度…编码, 地理编码…置信度, 高精度…坐标
  `,
  hints: 'premium, confidence score, confidence, high precision, プレミアム, 有料, 信頼度, 高精度, 高级, 付费, 置信度',
  units: {
    limit: 'limit, candidates, matches, results, hits, 件, 候補, 件まで, 个结果, 条结果, 个候选, 条, 个',
  },
  examples: {
    en: ['Premium geocoder: Plaza Mayor, with confidence', 'Use the premium geocoder for 5th Avenue 350'],
    ja: ['プレミアムのジオコーダーで金閣寺を調べて', '有料のジオコーダーで通天閣の位置を出して'],
    zh: ['用高级地理编码查白云山', '付费地理编码:故宫'],
  },
};
