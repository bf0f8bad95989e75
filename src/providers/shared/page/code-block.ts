/** Code of a page as a fenced block. */
import type { PageElement } from './dom.ts';

/** The code as it stands, with the language that its class names. */
export function writeCodeBlock(pre: PageElement): string {
  for (const line of pre.querySelectorAll('br')) line.replaceWith(line.ownerDocument.createTextNode('\n'));
  const text = (pre.textContent ?? '').replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd();
  if (text.trim() === '') return '';
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${findCodeLanguage(pre)}\n${text}\n${fence}`;
}

const languageClassPattern =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#-]{1,20})(?=$|[\s;])/i;
const noLanguagePattern = /^(?:default|none|notranslate|text|plaintext|highlighter)$/i;

function findCodeLanguage(pre: PageElement): string {
  const around = [pre.querySelector('code'), pre, pre.parentNode, pre.parentNode?.parentNode];
  for (const element of around) {
    const language = element?.getAttribute('data-lang') ?? languageClassPattern.exec(element?.className ?? '')?.[1];
    if (language && !noLanguagePattern.test(language) && /^[\w+#-]{1,20}$/.test(language))
      return language.toLowerCase();
  }
  return '';
}
