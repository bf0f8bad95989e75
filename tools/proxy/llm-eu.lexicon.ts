import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    european model, european-hosted, european hosted, hosted in europe, eu model, eu-hosted, eu hosted, european llm
    european language model, european ai, mistral, made in europe, eu-based model, european provider
    gdpr-friendly model, europe-based model, model from europe, eu llm, hosted in the eu, gdpr-compliant model
    stays in europe, stay in europe, stays in the eu, within the eu, eu servers, european servers, europe-hosted
    european…model, europe…model, model…europe, model…european, eu…model, model…eu, european…llm, european…ai
    gdpr…model
    ヨーロッパのモデル, 欧州のモデル, 欧州モデル, 欧州製, ヨーロッパ製, euのモデル, 欧州のllm, ミストラル, eu圏のモデル
    欧州でホスト, ヨーロッパのllm, euでホスト, 欧州のai, ヨーロッパのai, eu域内, ヨーロッパでホスト, gdpr対応のモデル
    欧州ホスト, ヨーロッパ発の, 欧州発の, eu圏内, ヨーロッパ…モデル, 欧州…モデル, eu…モデル, モデル…欧州
    モデル…ヨーロッパ, 欧州…llm, ヨーロッパ…llm, 欧州…ai, ヨーロッパ…ai
    欧洲的模型, 欧洲模型, 欧洲大模型, 欧盟的模型, 欧盟模型, 欧洲的大模型, 欧洲托管, 部署在欧洲, 欧洲产的模型, 欧洲的llm
    欧洲ai, 托管在欧洲, 欧盟境内, 欧洲服务器, 欧盟托管, 欧洲本土的模型, 欧洲的ai, 欧盟大模型, 欧洲llm, 欧洲…模型
    欧盟…模型, 模型…欧洲, 模型…欧盟, 欧洲…llm, 欧洲…ai
  `,
  values: {
    model: {
      code: `
        code model, coding model, code variant, (code), model code, code version
        コード用, codeモデル, コードモデル
        代码模型, 编程模型, 代码版, code模型
      `,
      large: `
        large model, large one, large variant, model large, (large)
        大きいモデル, largeモデル, ラージ, large
        大号
      `,
      small: `
        small model, small one, small variant, model small, (small)
        小さいモデル, smallモデル, small
        小号, 小模型
      `,
    },
  },
  examples: {
    en: ['European model: write a cookie notice', 'Have the EU-hosted model name three baroque composers'],
    ja: ['ヨーロッパのモデルで挨拶文を書いて', '欧州のモデルに詩を書かせて'],
    zh: ['用欧洲的模型写一段隐私声明', '欧洲模型：列出三位巴洛克作曲家'],
  },
};
