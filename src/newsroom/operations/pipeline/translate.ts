/** Translates an article into its missing languages, one after another. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { Language } from '../../../text/language.ts';
import { noteTranslationFailure } from '../../content/articles/gap-writes.ts';
import { hashContent } from '../../content/articles/hash.ts';
import { readTranslatable, translateAndKeep } from '../../content/articles/keep-translation.ts';
import type { Article } from '../../content/articles/reads.ts';
import { findGlossary, listTranslations } from '../../content/articles/reads.ts';

export interface TranslationError {
  language: Language;
  error: string;
}

/**
 * Translates the missing languages and returns the failures. `force`: existing ones, too. Throws the server's own
 * errors: no provider, no budget.
 */
export async function fillGaps(
  ctx: CallContext,
  article: Article,
  languages: readonly Language[],
  { force }: { force: boolean },
): Promise<TranslationError[]> {
  const { database, translator } = ctx.services;
  const { id, company_id: companyId, language } = article;
  const engine = translator.identify(ctx);
  const hash = hashContent(article);
  const held = await listTranslations(database.db, id);
  const isHeld = (target: Language): boolean =>
    held.some((one) => one.language === target && one.source_hash === hash) && !force;
  const glossary = companyId === null ? {} : await findGlossary(database.db, companyId);
  const errors: TranslationError[] = [];
  for (const to of languages.filter((one) => one !== language && !isHeld(one))) {
    const options = { to, glossary, companyId, engine };
    const error = await translateAndKeep(ctx, readTranslatable(article), options);
    if (error === null) continue;
    errors.push({ language: to, error });
    await database.write(noteTranslationFailure, { articleId: id, language: to, error });
  }
  return errors;
}
