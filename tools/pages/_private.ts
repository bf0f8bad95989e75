/** Shared by private pages: visitors are redirected to the sign-in page and back. */
import { describeVisitor, type Visitor } from '../../src/identity/pages/visitor.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Mode } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { type Page, Redirect } from '../../src/kernel/tool/reply.ts';
import { chooseLanguage, type Language } from '../../src/locales/language.ts';

/** The account of a visitor in a mode; null while their company has none of it. */
export async function findShownAccount({ principal, services }: CallContext, mode: Mode): Promise<string | null> {
  if (principal.kind === 'account') return principal.accountId;
  if (principal.kind !== 'session') throw new FareboxError('UNAUTHENTICATED');
  return await services.identity.findAccountId(principal.companyId, mode).catch((thrown: unknown) => {
    if (thrown instanceof FareboxError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  });
}

type Show = (visitor: Visitor, language: Language) => Page | Promise<Page>;

/** `path`: of the page that is asked for. `mayEnter`: others are asked to sign in as somebody else. */
export async function showPrivately(
  { principal, browser }: CallContext,
  path: string,
  show: Show,
  mayEnter: (visitor: Visitor) => boolean = () => true,
): Promise<Page | Redirect> {
  const visitor = describeVisitor(principal);
  if (!visitor) return new Redirect(`/login?next=${encodeURIComponent(path)}`, 303);
  if (!mayEnter(visitor)) return new Redirect('/login', 303);
  return await show(visitor, chooseLanguage(browser?.acceptLanguage));
}
