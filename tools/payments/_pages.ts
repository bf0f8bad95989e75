/** Shared by the pages of a deposit. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { Page } from '../../src/kernel/tool/reply.ts';
import { chooseLanguage, type Language } from '../../src/locales/language.ts';
import { renderDeadLinkPage } from '../../src/web/pages/pay.tsx';

export const linkToken = z.string().min(1).max(400).describe('Token at the end of the payment link.');
export const sandboxSession = z.string().min(1).max(200).describe('ID of the sandbox checkout session.');

/** A page for people says in words, in the language of the payer, what a program would get as an error. */
export async function answerAsPage<P>(
  { browser }: CallContext,
  make: (language: Language) => Promise<P>,
): Promise<P | Page> {
  const language = chooseLanguage(browser?.acceptLanguage);
  try {
    return await make(language);
  } catch (thrown) {
    if (!(thrown instanceof FareboxError) || thrown.status >= 500) throw thrown;
    return renderDeadLinkPage(thrown.status, language);
  }
}
