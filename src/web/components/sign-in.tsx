/** The parts of a sign-in by e-mail, for every page that has one; `islands/common/sign-in.ts` moves them. */
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';

interface SaidWordsProps {
  language: Language;
  /** There is no mail server: codes are in the outbox. */
  isFiled: boolean;
  /** Of the page itself. */
  more?: Readonly<Record<string, string>>;
}

/** Texts of the scripts, as attributes of an element that is never shown. */
export function SaidWords({ language, isFiled, more = {} }: SaidWordsProps) {
  const { said, filed, filedBefore } = texts('sign-in', language);
  const entries = Object.entries({ ...said, ...(isFiled ? { sent: filed, sentBefore: filedBefore } : {}), ...more });
  const attributes = Object.fromEntries(entries.map(([key, text]) => [`data-${toAttribute(key)}`, text]));
  return <div id="words" hidden {...attributes} />;
}

/** `inviteUsedUp` is read by a script as `dataset.inviteUsedUp`. */
const toAttribute = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Address, then code. */
export function MailForms({ language }: { language: Language }) {
  const words = texts('sign-in', language);
  return (
    <>
      <form id="address-form">
        <label for="email">{words.address}</label>
        <input id="email" name="email" type="email" autocomplete="email" maxlength={254} required />
        <button type="submit">{words.sendCode}</button>
      </form>
      <form id="code-form" hidden>
        <label for="code">{words.code}</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength={12} required />
        <button type="submit">{words.enter}</button>
        <button id="again" class="second" type="button">
          {words.again}
        </button>
        <button id="other-address" class="second" type="button">
          {words.otherAddress}
        </button>
      </form>
    </>
  );
}

/** Live region in which the scripts report progress; read aloud as it changes. */
export function StatusLine({ language }: { language: Language }) {
  return (
    <>
      <p id="status" role="status" aria-live="polite" />
      <noscript>
        <p>{texts('sign-in', language).needsScript}</p>
      </noscript>
    </>
  );
}
