/** In which of the newsroom's three languages a text is written, by its letters. */

export type Language = 'ja' | 'zh' | 'en';

export interface DetectedLanguage {
  language: Language;
  /** 0–1. At most 0.3 for text that only borrows the English rules; 0.5 for Chinese characters that tell nothing. */
  confidence: number;
  /** True when it is none of the three and the English rules are the nearest there are. */
  isOther: boolean;
  /** Chinese in traditional characters. */
  isTraditional: boolean;
}

/** The beginning tells; more would cost time only. UTF-16 units. */
const READ_MAX = 20_000;
const KANA_SHARE = 0.08;
const HAN_SHARE = 0.3;

const LETTER = /\p{L}/gu;
const KANA = /[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d]/g;
const HAN = /\p{Script=Han}/gu;
const LATIN = /\p{Script=Latin}/gu;
/** Simplified characters that Japanese has in another form. */
const SIMPLIFIED =
  /[们这为务发时际对应请说话让过还开业产个书车电长门问间关乐习买亿从仅众优传华协单卖厂历变员响团图场坚报设计认议证评该详语诚谈资质购贸贵费较办边达运进远连选际险难题领频风飞]/g;
/** Traditional characters that today's Japanese has in another form. */
const TRADITIONAL =
  /[這與將於們對說讓還會發應關從來個國兩變實據廣學驗聯醫觀點權轉鐵擇證讀圖團歲氣總續經傳價戰單賣檢險處號體當黨獨廳專圍雙豐樂藝營勞嚴壓擴狀獎劃啟]/g;
/** Characters that Japanese alone writes so. */
const JAPANESE =
  /[発売対応実験円駅県働込図沢広様気単収変戦転軽伝営労覚鉄択訳価検権経済関総続読薬楽払拡拠掲択帰恵悪両処囲団圧塩壱奨専峠栃枠]/g;
/** Function words of Chinese that Japanese has inside of compounds such as 目的, 現在, 完了, 是非. */
const FUNCTION =
  /(?<!目|劇|画期|知|公|私|法|質|量)的|(?<!完|終|修|満|読|魅)了|(?<!現|存|滞|実|健|不|所|自)在|(?<!如)是(?!非|正)/g;

const ENGLISH =
  /\b(?:the|of|and|to|in|for|with|is|are|was|that|this|by|from|will|its|has|have|be|we|our|your|you|not|it|an|at|as|on)\b/gi;
const OTHER_LATIN =
  /(?<![\p{L}'])(?:de|la|le|les|des|du|et|est|une?|dans|pour|que|qui|el|los|las|del|y|por|con|para|der|die|das|und|ist|nicht|mit|den|von|zu|ein|eine|het|een|van|il|di|che|per|os|um|uma|não|em|och|att|på)(?!\p{L})/giu;

/** Whether the text has a letter at all; nothing can be said of one without. */
export function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Detects the language of `text`; a text without letters is English with confidence 0. */
export function detectLanguage(text: string): DetectedLanguage {
  const portion = text.slice(0, READ_MAX);
  const count = (pattern: RegExp): number => portion.match(pattern)?.length ?? 0;
  const letters = count(LETTER);
  if (letters === 0) return { language: 'en', confidence: 0, isOther: true, isTraditional: false };
  const kana = count(KANA) / letters;
  const certainty = Math.min(1, 0.5 + letters / 40);
  if (kana > KANA_SHARE) {
    const confidence = round(Math.min(0.99, 0.65 + 1.2 * kana) * certainty);
    return { language: 'ja', confidence, isOther: false, isTraditional: false };
  }
  const han = count(HAN);
  if (han / letters > HAN_SHARE) return detectHan(count, han, certainty);
  return detectLatin(count, letters, certainty);
}

function detectHan(count: (pattern: RegExp) => number, han: number, certainty: number): DetectedLanguage {
  const simplified = count(SIMPLIFIED);
  const traditional = count(TRADITIONAL);
  const japanese = count(JAPANESE);
  const functions = count(FUNCTION);
  const chinese = simplified + traditional + functions;
  if (chinese === 0 || japanese > chinese) {
    return { language: 'ja', confidence: 0.5, isOther: false, isTraditional: false };
  }
  const confidence = round(Math.min(0.99, 0.6 + (4 * (chinese - japanese)) / han) * certainty);
  return { language: 'zh', confidence, isOther: false, isTraditional: traditional > simplified };
}

/** The remaining texts are English, or in a language that is scored by the English rules with little confidence. */
function detectLatin(count: (pattern: RegExp) => number, letters: number, certainty: number): DetectedLanguage {
  const latin = count(LATIN) / letters;
  const words = count(/\p{L}+/gu);
  const english = count(ENGLISH);
  const other = count(OTHER_LATIN);
  const isOther = latin < 0.7 || other > english || (words >= 12 && english / words < 0.04);
  const confidence = isOther
    ? 0.3 * latin
    : Math.min(0.99, 0.6 + (2 * english) / Math.max(words, 1)) * latin * certainty;
  return { language: 'en', confidence: round(confidence), isOther, isTraditional: false };
}

const round = (value: number): number => Math.round(value * 100) / 100;
