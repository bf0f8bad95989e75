import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    text generation, text generator, text-generation, generate tool, generation tool, temperature 0*, temperature 1
    temperature of 0*, temperature: 0*, temperature=0*, temp 0*, temp=0*, temperature set to 0*, temperature at 0*
    temperature to 0*, temperature around 0*, (temperature 0*
    テキスト生成, 文章生成ツール, テキスト生成ツール, 文章生成, generateツール, テキストジェネレータ*, 文章生成機能
    温度0*, 温度 0*, 温度は0*, 温度を0*, 温度:0*, temperatureは0*, temperatureを0*, temperature0*, 生成温度
    温度(temperature*, (temperature)は, 温度パラメータ*, temperatureは1, temperatureを1, 温度1, 温度は1
    文本生成, 文本生成工具, 生成工具, 文本生成器, generate工具, 文字生成工具, 温度为0*, 温度设为0*, 温度设成0*
    温度调到0*, 温度设0*, temperature设成0*, temperature设为0*, temperature为0*, temperature调到0*, 温度参数
    temperature 设, temperature设, temperature 調, temperature 调, 温度系数, 温度值, 温度设1, 温度设为1
  `,
  units: {
    temperature: 'temperature, temp, 温度',
    ...modelVariant.units,
  },
  examples: {
    en: ['Generate a limerick about a cat, temperature 0.8', 'Text generation: a slogan for a bakery'],
    ja: ['テキスト生成でパン屋のキャッチコピー', 'generateで猫の詩を、temperature 0.8'],
    zh: ['用文本生成写一句面包店口号', 'generate 一首关于猫的诗，temperature 0.8'],
  },
};
