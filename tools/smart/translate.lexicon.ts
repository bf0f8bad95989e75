import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'translation',
  takes: ['text'],
  textAt: 'translated',
  verbs: `
    translate, translated, translating, translation of, how do you say, how do i say, how would you say, how to say
    how would i say, how does one say, how do they say, how can i say, what's the word for, what is the word for
    render the following, render this, render in, put this into, translate this, rendered in, localise, localize
    expressed in, say this in, say that in, say it in, mean in english, mean in, what does that mean in
    in other languages, put this sentence into, put the following into, make this french, native speaker say
    convert this text to, change this sentence to, switch this to, in english please, what does it mean in, put…into
    how would…say, how do…say, what would…be in, what is…called in, what do they call, put this in, put it in
    put that in, render…into, turn this into, turn it into, what's this in, what is this in, in another language
    翻訳, 訳して, 訳す, 訳し, 英訳, 和訳, 中訳, 日本語訳, 英語訳, 中国語訳, 韓国語訳, フランス語訳, ドイツ語訳
    スペイン語訳, 何て言う, なんて言う, 何と言う, なんという, どう言う, どう言い, 何て言え, なんて言え, 何と言え
    どういえば, 何ていう, なんていう, で言うと, で言って, で言いたい, でどう表現, ほんやく, 訳文, 訳せ, 訳が, 訳を
    訳出, にすると, 仏訳, 独訳, 韓訳, 西訳, 伊訳, で言え, に直して, でどう書く, でなんと, 通訳, でどう言, で書くと
    で表すと, 日本語化, 英語化, 訳お願い, どういう意味, って意味, の意味は, 訳もつけ, 訳をつけ, 訳つけ, 訳も付け
    訳を付け, 訳付け, 翻訳もつけ, 翻訳つけ, 翻訳をつけ, 対訳, 訳してもら, 訳しといて, やくして, 言いかえ, はなんて言
    だと何, ならなんて, ではなんと, で伝え
    翻译, 译成, 译为, 翻成, 翻译成, 翻译为, 翻作, 译作, 怎么说, 怎么讲, 如何说, 怎样说, 用英语说, 译一下, 翻一下
    中译英, 英译中, 译文, 改成英文, 改写成英文, 说成, 怎么表达, 如何表达, 咋说, 怎么写, 翻议, 番译, 译到, 口译, 笔译
    译出, 译, 翻译一下, 转成英文, 换成英文, 转换成英文, 怎么念, 翻, 什么意思, 是什么意思, 啥意思, 点讲, 點講, 怎么表述
    怎么翻, 咋翻, 咋讲, 怎样讲, 讲成, 翻為, 转译, 对译, 翻出来, 译出来, 换成英语, 变成英语, 用英文说, 译一译, 翻一翻
  `,
  nouns: 'translation, translations, translator, in translation, 訳, 译文',
  hints: 'into, in, to, text, sentence, phrase, following, に, へ, 文, 文章, 次の, 以下, 成, 为, 这句, 这段, 下面, 用',
  values: {
    strategy: {
      fast: `
        fast, quickly, quick, fastest
        速く, 早く, 高速, 急ぎ, 素早く, 急いで, すばやく
        快速, 尽快, 快点, 最快, 快一点, 赶紧
      `,
      cheap: `
        cheap, cheapest, cheaply, low cost, lowest cost, inexpensive
        安く, 格安, 最安, 安価, 安い, 低コスト
        便宜, 最便宜, 省钱, 低成本, 廉价
      `,
      quality: `
        best quality, high quality, quality translation, strategy quality, highest quality
        高品質, 品質重視, 質の高い
        高质量, 质量优先, 高品质
      `,
    },
  },
  examples: {
    en: ["Translate 'good night' into French", 'How do you say "where is the exit" in Korean?'],
    ja: ['「おはよう」を英語に訳して', '「お会計」は韓国語で何て言う?'],
    zh: ['把“早上好”翻译成日语', '“多少钱”用法语怎么说'],
  },
};
