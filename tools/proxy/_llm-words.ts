/** Shared by the lexicons of the language-model tools. */
import { type Lexicon, tokenWords } from '../../src/kernel/tool/lexicon.ts';

export const modelVariant = {
  task: 'writing',
  isVariant: true,
  textAt: 'response',
  units: { maxTokens: tokenWords },
} as const satisfies Partial<Lexicon>;
