/** Converts a piece of HTML to one line of text. */
import { Parser } from 'htmlparser2';

/** Elements that don't part words. */
export const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const UNSEEN = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'rp']);

/** A lone `<` is text. */
export function writePlainLine(html: string): string {
  if (!/[<&]/.test(html)) return joinBlanks(html);
  let text = '';
  let unseen = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen++;
      if (!INLINE.has(name)) text += ' ';
    },
    ontext(piece) {
      if (unseen === 0) text += piece;
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (!INLINE.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return joinBlanks(text);
}

/** Without control characters. */
export const joinBlanks = (text: string): string =>
  text
    .replaceAll('\u0000', '\ufffd')
    .replace(/(?!\s)\p{Cc}|\ufeff/gu, '')
    .replace(/\s+/g, ' ')
    .toWellFormed()
    .trim();
