/** Text in parts that end where a sentence does. */

/** Parts of at most `charsMax` UTF-16 units, together the whole text less the space between them; none is blank. */
export function splitSentences(text: string, charsMax: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of splitPieces(text, charsMax)) {
    if (part.length + piece.length > charsMax) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  parts.push(part);
  return parts.map((one) => one.trim()).filter((one) => one !== '');
}

/** Sentences; of those that are too long, words; of words that are too long, signs. */
function splitPieces(text: string, charsMax: number): string[] {
  return splitText(text, 'sentence').flatMap((sentence) =>
    sentence.length <= charsMax
      ? [sentence]
      : splitText(sentence, 'word').flatMap((word) => (word.length <= charsMax ? [word] : splitText(word, 'grapheme'))),
  );
}

function splitText(text: string, granularity: 'sentence' | 'word' | 'grapheme'): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}
