/** The parts of a sign-in by e-mail, for every page that has one; `islands/common/sign-in.ts` moves them. */
import { type Html, html, Html as Markup } from './html.ts';
import type { Language } from './language.ts';
import { signInWords } from './words/sign-in.ts';

/** What the scripts say, as attributes of an element that is never shown. */
export function renderSaidWords(language: Language, more: Readonly<Record<string, string>> = {}): Html {
  const entries = Object.entries({ ...signInWords[language].said, ...more });
  const attributes = entries.map(([key, text]) => html` data-${new Markup(toAttribute(key))}="${text}"`);
  return html`<div id="words" hidden${attributes}></div>`;
}

/** `inviteUsedUp` is read by a script as `dataset.inviteUsedUp`. */
const toAttribute = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Address, then code. */
export function renderMailForms(language: Language): Html {
  const words = signInWords[language];
  return html`
<form id="address-form">
<label for="email">${words.address}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required>
<button type="submit">${words.sendCode}</button>
</form>
<form id="code-form" hidden>
<label for="code">${words.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required>
<button type="submit">${words.enter}</button>
<button id="again" class="second" type="button">${words.again}</button>
<button id="other-address" class="second" type="button">${words.otherAddress}</button>
</form>`;
}

/** Where the scripts say what happens; read aloud as it changes. */
export function renderStatusLine(language: Language): Html {
  return html`<p id="status" role="status" aria-live="polite"></p>
<noscript><p>${signInWords[language].needsScript}</p></noscript>`;
}
