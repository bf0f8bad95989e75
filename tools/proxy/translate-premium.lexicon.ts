import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'translation',
  isVariant: true,
  textAt: 'translated',
  marks: `
    premium translat*, premium-quality translat*, deepl, premium engine, translate premium, paid translat*
    premium translation engine, premium service for translation, high-end translat*, top-tier translat*
    premium…translat, translat…premium, paid…translat
    プレミアム翻訳, プレミアムの翻訳, プレミアムな翻訳, 有料翻訳, プレミアム版の翻訳, 高級翻訳, 有料の翻訳
    プレミアム翻訳エンジン, プレミアムエンジン, 上位の翻訳, プレミアム版で翻訳, プレミアムで翻訳, プレミアムで訳
    プレミアム…翻訳, 翻訳…プレミアム, 有料…翻訳, 翻訳…有料
    高级翻译, 付费翻译, 优质翻译, 高级版翻译, premium翻译, 高端翻译, 高级的翻译, 付费的翻译, 精品翻译, 专业版翻译
    付费版翻译, 尊享翻译, 高级…翻译, 付费…翻译, 翻译…高级版, 翻译…付费版
  `,
  hints: 'premium, paid, top quality engine, best engine, プレミアム, 有料, 高級, 高级, 付费, 优质',
  examples: {
    en: ["Premium translator, German: 'Thank you'", "Use DeepL to put 'sold out' into Japanese"],
    ja: ['プレミアム翻訳で「満席」をフランス語に', '有料翻訳で「在庫なし」を英語に'],
    zh: ['用高级翻译把“售罄”译成德语', '高级翻译：“欢迎光临”翻成日语'],
  },
};
