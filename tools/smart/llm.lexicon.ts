import { type Lexicon, tokenWords } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'writing',
  takes: ['text'],
  textAt: 'response',
  isGeneral: true,
  verbs: `
    write, explain, summarise, summarize, sum up, summary of, summary, draft, compose, rewrite, rephrase, paraphrase
    brainstorm, calculate, compute, work out, solve, prove, generate, generate a, come up with, suggest, give me ideas
    proofread, polish, edit this, correct the grammar, shorten, outline, what's the difference, what is the difference
    pros and cons, tell me a joke, tell me a story, invent, code, debug, refactor, review this, list five, list three
    list ten, name three, name five, why does, why do, why is, why are, how does, how do, advise, help me write
    help me, help me understand, prepare a, create a, make a list, make me a, think of, analyse, analyze, classify
    categorise, categorize, define, condense, boil down, tl;dr, tldr, key points, bullet points, main points, gist
    takeaways, critique, evaluate, improve, simplify, convert to bullet, describe how, describe why
    describe the difference, give me a recipe, recipe for, write me, plan a, give three, give me three, reply to
    respond to, in your own words, recap, elaborate, turn into a, tips for, give an example, digest, boil…down
    sum it up, sum that up, sum this up, sum them up, sum everything up, sum…up, distil*, abridge, in a nutshell
    cut…down to, reduce…to a, squeeze…into, short version of, bottom line of, upshot, cliff notes, crib notes
    highlights of, essentials of, the essentials, brief me, run me through what, walk me through, tidy up, tidy this
    clean up this, reword, word this, make this sound, make it sound, make this shorter, make this longer
    make this more, make the following, touch up, spruce up, tighten, rework, jot down, think up, dream up, draw up
    knock together, put together a, help me word, phrase this, phrase it, spell check, fix the grammar
    fix the spelling, correct this, turn…bullet, turn…minutes, turn…into a list, turn…into a table, lay out
    talk me through, help me decide, help me choose, can't decide, cannot decide, weigh up, weigh the, both sides
    check this over, look this over, look over this, go over this, look it over, subject line, name some, rhymes for
    rhyme with, rhymes with, % of, percent of, square root, divided by, multiplied by, blurb, one-liner, icebreaker
    pep talk, argue for, argue against, debate
    書いて, 書き直, 説明して, 要約, まとめて, まとめ, 考えて, 作成して, 作文, 下書き, 言い換え, リライト, アイデア
    計算して, 解いて, 解かせ, 証明して, 違いは, 違いを, 添削, 校正, 短くして, 箇条書き, ジョーク, 物語, 小説, 詩を
    俳句, コードを, プログラム, 関数を, なぜ, どうして, メールの文, 返信を, 返事を, 提案して, リストを作, 案を
    キャッチコピー, 要点, ポイント, 文面, 作って, 分類して, 推敲, 解説, 書かせ, ネタ, 挨拶文, 作り方, レシピ, 直して
    書き換え, 挙げて, 整えて, あらすじ, 例文, スピーチ原稿, 文を作, 原稿, コツ, アドバイス, かみ砕いて, わかりやすく
    評価して, 批評, 返信文, 助言, 構成を, しくみ, 仕組み, 求めて, 生成して, 3行で, 三行で, 一言で, 一文で, 分析して
    言葉づかい, 言葉遣い, ことばづかい, 敬語に, 丁寧にして, 丁寧な, カジュアルに, 砕けた, やわらかく, 柔らかい, 校閲
    誤字, 脱字, 読みやすく, 簡潔に, ていねいに, 言いまわし, 言い回し, 書きかえ, 書いてくれ, 書いとい, ひねり出
    ブレスト, 候補を, 名前を考え, タイトルを考え, どう思う, 意見を
    写一, 写个, 写首, 写篇, 写封, 写份, 写段, 写成, 写, 解释, 总结, 归纳, 概括, 摘要, 改写, 润色, 起草, 草拟, 算一下
    解题, 证明, 区别, 有什么不同, 为什么, 怎么理解, 编一个, 编个, 讲个, 笑话, 故事, 作诗, 写诗, 代码, 函数, 头脑风暴
    想几个, 想一个, 出主意, 建议, 大纲, 缩写, 校对, 修改一下, 扩写, 列出, 文案, 邮件, 回复, 求解, 一步步, 点评, 编写
    拟一, 提炼, 精简, 仿写, 续写, 起名, 起个, 取个, 列举, 讲解, 教我, 怎么做, 怎样做, 生成一, 策划, 提个建议, 简述
    阐述, 帮我想, 出题, 整理成, 分类, 设计, 评价一下, 原理, 攻略, 菜谱, 写出, 撰写, 作一首, 来一首, 来一段, 来个
    起五个, 起三个, 起几个, 想三个, 想五个, 想出, 名字, 写一下, 优缺点, 利弊, 有何区别, 帮我写, 换算成人话, 翻成大白话
    通俗, 科普, 给点建议, 出个主意, 讲一讲, 拟, 草稿, 改得, 改成更, 改一改, 措辞, 口吻, 解答, 解方程, 求, 推导, 判断
    推荐几, 推荐一, 说明一下, 分析一下, 帮我分析, 回答我, 回答一下, 举个例, 举几个例, 一句话说, 改成一, 改写成一, 改成
    语气, 措词, 改得礼貌, 礼貌一点, 更礼貌, 更正式, 口语化, 错别字, 病句, 通顺, 精炼, 给我写, 写几, 写两, 写三, 想一句
    想句, 想些, 帮忙写, 帮忙想, 代写, 你怎么看, 有什么想法, 出几个
  `,
  nouns: `
    essay, poem, haiku, limerick, story, short story, joke, letter, slogan, recipe, paragraph, speech draft, function
    script, tagline, bullet points, cover letter, riddle, product description, blog post, toast, reply, checklist
    itinerary, compare, comparison, tell me whether, tell me if, whether, single paragraph, one paragraph
    minutes of the meeting, memo, press release, speech for, caption, captions, synopsis, rundown of
    メール, 手紙, エッセイ, 作文, レシピ, 俳句, 短歌, 詩, スローガン, 文章, 物語, 記事案, 手順, 返信, 原稿, 比較して
    比べて, 計算
    标语, 口号, 段子, 方案, 菜谱, 小说, 导语, 祝福语, 启事, 检讨书, 演讲稿, 对联, 朋友圈, 剧本, 通知, 情书, 周报, 简历
    一封信, 首诗, 感谢信, 道歉信, 情诗, 对比, 比较一下, 比较, 计算
  `,
  hints: `
    language model, llm, ai, chatbot, words, lines, tone, style, friendly, formal, short, in two sentences
    in three sentences, in one sentence, in a sentence, in one paragraph, in a few words, in two lines, in a nutshell
    in one line, in brief
    言語モデル, 口調, 文字以内, 丁寧, 短い, 敬語
    大模型, 语言模型, 字以内, 语气, 风格, 简短, 用三句话, 用一句话, 用两句话, 几句话说, 三句话, 两句话, 一句话
  `,
  values: {
    strategy: {
      smart: `
        smart strategy, strategy smart, think carefully, think hard, smartest, carefully, step by step, best model
        deeply, most intelligent
        賢い方, じっくり, よく考えて, smart, 一番賢い, 慎重に, 論理的に
        聪明, 仔细想, 认真思考, 深思, 最聪明, 仔细思考, 好好想
      `,
      cheap: `
        cheap, cheapest, low cost, cheaply, inexpensive
        安く, 格安, 低コスト, 最安, 安価
        便宜, 省钱, 低成本, 最便宜
      `,
      fast: 'strategy fast, fast strategy, fast戦略, fast策略',
    },
  },
  units: {
    maxTokens: tokenWords,
  },
  examples: {
    en: ['Write a short thank-you note to a neighbour', 'Explain how a sundial works'],
    ja: ['隣の人へのお礼の手紙を書いて', '日時計の仕組みを説明して'],
    zh: ['写一封给邻居的感谢信', '解释一下日晷的原理'],
  },
};
