import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'article',
  takes: ['topic'],
  textAt: 'extract',
  isGeneral: true,
  marks: `
    encyclopedia, encyclopaedia, encyclopedic, wikipedia, wiki article, wiki entry, wiki page, on wiki, from wiki
    encylopedia, wikipeda, wiki
    百科事典, ウィキペディア, ウィキ, 百科, 事典, ウィキぺディア, うぃきぺでぃあ, ウイキ, 辞典, ウィキペデイア
    エンサイクロペディア
    维基百科, 维基, 百科全书, 百度百科, 百科词条, 词条, 维鸡, 维基上, 维基里, 萌娘百科, 互动百科, 词典
  `,
  verbs: `
    biography of, who exactly was, who exactly is, what exactly is
    ってどんな人, とは誰, って誰, どんな人物, どんな人, 何者, ってだれ, の生涯, の歴史を, どういう人
    是什么人, 是什么东西, 是何方神圣, 何许人, 生平, 是怎样的人, 是个什么
  `,
  nouns: `
    who was, who is, who were, who's, what is an, what is a, what's a, what's an, what was the, what are, tell me about
    history of, background on
    とは何, って何, とはどんな, ってどんな, ってなに, とは?, とは
    是什么, 什么是, 是谁
  `,
  hints: `
    entry, say on, say about, says about, says on, has on, have on, has to say about, has to say on, got on, article
    summary, intro, about, look up, sentences
    調べて, 教えて, 説明, 概要, について, しらべて, 引いて, ひいて, 解説, 紹介, まとめて, 要点, おしえて
    介绍, 简介, 查, 讲讲, 说说, 条目, 介绍下, 介绍一下, 讲下, 说下, 查下, 讲一下, 说一下, 科普一下, 介召, 介紹, 解释
  `,
  units: {
    sentences: 'sentence, sentences, -sentence, line, lines, 文, 文で, 文だけ, センテンス, 行, 句, 句话, 个句子, 句子',
  },
  examples: {
    en: ['Look up the Silk Road in the encyclopedia', 'Wikipedia on Marie Curie, please'],
    ja: ['百科事典で富士山を引いて', 'ウィキペディアで平安時代を調べて'],
    zh: ['百科里怎么介绍长城', '用维基百科查一下屈原'],
  },
};
