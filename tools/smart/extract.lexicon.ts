import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'extraction',
  takes: ['page', 'text'],
  textAt: 'data',
  isGeneral: true,
  verbs: `
    extract, pull out, as separate fields, as fields, structured data, pick out, extract the, into fields, fields:
    as structured, separate fields, structured form, parse out, as json fields, key facts, get the fields
    in structured form, field by field, pull the, get me the, give me only the, give me just the, fish out, tell me the
    list the, grab the, collect the, separate out, as key-value, return the, need the, find the, note the
    the following fields
    抜き出, 抽出, 取り出し, 項目ごと, フィールド, 構造化, 項目を, ピックアップ, 取り出して, 拾って, 抜粋, 項目別
    書き出して, 拾い出, まとめて取り, リストアップ, だけ教えて, だけ取得, データ化
    提取, 抽取, 摘出, 结构化, 字段, 取出, 挑出, 分别列出, 逐项, 列出来, 整理出, 提炼出, 分项, 采集, 抓出, 拎出来, 摘取
    分字段, 按字段, 找出, 扒出, 分别是什么, 整理成字段, 整理成结构化, 整理成表格字段, 按字段整理, 整理成json, 做成字段
    拆成字段
  `,
  nouns: 'fields, field, columns, attributes, data points, 項目, フィールド, データ, 字段, 项, 信息, 数据',
  examples: {
    en: [
      'Extract title and price from https://example.com/item',
      'From https://example.com/job pull the salary and the location',
    ],
    ja: [
      'https://example.com/item から品名と価格を抜き出して',
      'https://example.com/job の給与と勤務地を項目ごとに抽出して',
    ],
    zh: ['从 https://example.com/item 提取名称和价格', '抽取 https://example.com/job 的薪资、地点'],
  },
};
