/** `/terms`: what the operator has agreed with users, and how they can be reached. */
import type { DiscoveryInfo } from '../../describe/guide.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { ContactLink } from '../components/contact-link.tsx';
import { renderPage } from '../page.tsx';
import { toSafeHref } from '../safe-href.ts';

export function renderTermsPage({ baseUrl, termsUrl, operatorContact }: DiscoveryInfo, language: Language): string {
  const words = texts('terms', language);
  const body = (
    <>
      <p>{words.lead}</p>
      <h2>{words.terms}</h2>
      {termsUrl === undefined ? (
        <p>{words.unpublished}</p>
      ) : (
        <p>
          {words.published} <a href={toSafeHref(termsUrl) ?? '#'}>{termsUrl}</a>
        </p>
      )}
      <h2>{words.contact}</h2>
      <p>{operatorContact === '' ? words.noContact : <ContactLink contact={operatorContact} />}</p>
      <h2>{words.charges}</h2>
      <p>
        {words.chargesText} <a href="/pricing">{words.howCharged}</a>
      </p>
      <p class="note">{words.licence}</p>
    </>
  );
  return renderPage({ title: words.title, description: words.lead, body, language, origin: baseUrl, isPublic: true });
}
