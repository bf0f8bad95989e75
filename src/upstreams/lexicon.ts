/** Requests in plain words as a lexicon: without them the concierge never chooses a tool of the operator's own. */
import type { Lexicon } from '../kernel/tool/lexicon.ts';

export function buildLexicon(examples: readonly string[]): Lexicon {
  const isJapanese = (text: string): boolean => /[\u3040-\u30ff]/.test(text);
  const isChinese = (text: string): boolean => !isJapanese(text) && /[\u4e00-\u9fff]/.test(text);
  return {
    verbs: examples.join('\n'),
    examples: {
      en: examples.filter((text) => !isJapanese(text) && !isChinese(text)),
      ja: examples.filter(isJapanese),
      zh: examples.filter(isChinese),
    },
  };
}
