/** Shared by the translation tools. */
import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type deepl from '../../src/providers/deepl.ts';
import type google from '../../src/providers/google-translate.ts';
import type libretranslate from '../../src/providers/libretranslate.ts';
import type { AnyLanguage } from '../../src/providers/shared/languages.ts';

type Translator = typeof deepl | typeof google | typeof libretranslate;

interface Translation {
  text: string;
  to: AnyLanguage;
  from?: AnyLanguage | undefined;
}

export const textField = z.string().min(1).max(30_000).describe('Text to translate.');

export const translationOutput = z.object({
  translated: z.string().describe('Text in the target language.'),
  detectedSourceLang: z.string().nullable().describe('Detected source language code; null if unknown.'),
  charCount: z.number().int().describe('Length of the source text in characters.'),
  sourceUsed: z.string().describe('ID of the provider that answered.'),
});

/** By the first of the translators that is set up. */
export async function translateText(
  translators: readonly Translator[],
  { text, to, from }: Translation,
  ctx: CallContext,
): Promise<z.output<typeof translationOutput>> {
  const provider = chooseConfigured(translators, ctx);
  const { text: translated, detected } = await provider.translate({ text, to, from: from ?? null }, ctx);
  return {
    translated,
    detectedSourceLang: detected,
    charCount: Array.from(text).length,
    sourceUsed: provider.id,
  };
}
