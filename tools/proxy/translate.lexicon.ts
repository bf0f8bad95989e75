import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'translation',
  isVariant: true,
  isFallback: true,
  textAt: 'translated',
  marks: `
    basic translat*, plain translat*, simple translat*, standard translat*, translate tool, ordinary translat*
    direct translat*, l1 translat*, google translate, regular translat*, the normal translat*, basic…translat
    plain…translator, standard…translat, ordinary…translat, simple…translator
    基本のtranslate, 基本の翻訳, 基本翻訳, translateツール, 通常の翻訳ツール, 標準の翻訳, 普通の翻訳ツール
    ベーシックな翻訳, 基本のツールで翻訳, スタンダード翻訳, シンプルな翻訳ツール, ベーシック翻訳, 基本…翻訳
    通常…翻訳ツール, 標準…翻訳, 普通…翻訳ツール, シンプル…翻訳ツール, 基本…translate
    基础翻译, 基本翻译, 普通翻译, translate工具, 基础的translate, 基础版翻译, 基本的translate, 标准翻译, 基础的翻译
    普通的translate, 普通的翻译工具, 基本的翻译, 基础…翻译, 基本…翻译, 普通…翻译工具, 基础…translate, 标准…翻译
  `,
  examples: {
    en: ["Use the basic translate tool: 'good night' to German", "With the plain translator: 'open' into Thai"],
    ja: ['基本のtranslateツールで「左」を英語に', '標準の翻訳で「右」を韓国語に'],
    zh: ['用基础翻译把“左”译成英语', '用 translate 工具把“右”翻成法语'],
  },
};
