/** The pages behind the links of a mail: the way out of it, and where a link leads nowhere. */
import { Page } from '../../kernel/tool/reply.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { renderPage } from '../page.tsx';

export interface UnsubscribeProps {
  email: string;
  token: string;
  sig: string;
  /** Others than ours mean Japanese. */
  lang: string;
}

const HTML = 'text/html; charset=utf-8';
const BAD_REQUEST = 400;
const isSecretAddress = true;

const readLanguage = (lang: string): Language => (lang === 'en' || lang === 'zh' ? lang : 'ja');

/** `p***@x.jp`: its owner knows it, and a passer-by does not learn it. */
function maskMail(email: string): string {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}***${address.slice(at)}`;
}

/** Asks, with a button for this sender and one for all. */
export function renderConfirmPage(facts: UnsubscribeProps): Page {
  const language = readLanguage(facts.lang);
  const words = texts('unsubscribe', language);
  const body = (
    <>
      <p>{formatText(words.ask, { address: maskMail(facts.email) }, language)}</p>
      <Form facts={facts} label={words.confirm} isForAll={false} />
      <Form facts={facts} label={words.confirmAll} isForAll={true} />
    </>
  );
  return new Page(renderPage({ title: words.title, body, language, isSecretAddress }));
}

function Form({ facts, label, isForAll }: { facts: UnsubscribeProps; label: string; isForAll: boolean }) {
  const { email, token, sig, lang } = facts;
  return (
    <form method="post" action="/unsubscribe">
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="sig" value={sig} />
      <input type="hidden" name="lang" value={lang} />
      {isForAll ? <input type="hidden" name="all" value="1" /> : null}
      <button type="submit">{label}</button>
    </form>
  );
}

/** `wasBefore`: nothing had to be done. */
export function renderLeftPage(facts: UnsubscribeProps, wasBefore: boolean): Page {
  const language = readLanguage(facts.lang);
  const words = texts('unsubscribe', language);
  const text = wasBefore ? words.leftBefore : words.left;
  const body = <p class="state">{formatText(text, { address: maskMail(facts.email) }, language)}</p>;
  return new Page(renderPage({ title: words.title, body, language, isSecretAddress }));
}

/** Says nothing of the address. */
export function renderInvalidLinkPage(lang: string): Page {
  const language = readLanguage(lang);
  const words = texts('unsubscribe', language);
  return new Page(
    renderPage({ title: words.invalidTitle, body: <p>{words.invalid}</p>, language, isSecretAddress }),
    HTML,
    BAD_REQUEST,
  );
}

/** For a click on a URL that Farebox hasn't sent: names it and leaves the decision to the reader. */
export function renderLeavingPage(language: Language, url: string): Page {
  const words = texts('unsubscribe', language);
  const body = (
    <>
      <p>{words.leaving}</p>
      <p>
        <a href={url} rel="noreferrer nofollow">
          {url}
        </a>
      </p>
    </>
  );
  return new Page(renderPage({ title: words.leavingTitle, body, language, isSecretAddress }));
}

/** For a click that leads to no address of ours. */
export function renderDeadTargetPage(language: Language, status: number): Page {
  const words = texts('unsubscribe', language);
  return new Page(renderPage({ title: words.deadTitle, body: <p>{words.dead}</p>, language }), HTML, status);
}
