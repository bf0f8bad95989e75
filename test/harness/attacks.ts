/**
 * Texts that make a regular expression work: from its own parts, what repeats without end is repeated, behind what must stand
 * before it and before what can't follow. Nothing here knows which expression is slow: that is measured.
 */

interface Part {
  /** Of an atom, as it is written: `\s`, `[a-z]`, `x`. */
  source: string;
  /** Of a group. */
  alternatives: Part[][];
  /** It looks ahead or back, or is an anchor: it stands for no character. */
  isEmpty: boolean;
  isOptional: boolean;
  isEndless: boolean;
}

/** A character of each kind that patterns name. */
const ALPHABET = [
  ...' \n\ta0-.,/:;_"\'<>(){}[]=+*#&@%!?|~^$\\`AbexyzXZ19',
  ...'漢字のあカア。、，「」“”・…ー年月日％￥é\u3000\u0301\u200b\u00a0①Ⅷ😀',
];
/** What no pattern of ours names. */
const NOTHING = '\u0001';
const SAMPLES_MAX = 4;

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  readAlternatives(): Part[][] {
    const alternatives: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        alternatives.push([]);
      } else alternatives.at(-1)?.push(this.#readPart());
    }
    return alternatives;
  }

  #readPart(): Part {
    const part = this.#take(/\(\?<?[=!]/y) ?? this.#take(/\((?:\?:|\?<[^>]*>)?/y);
    if (part !== undefined) {
      const alternatives = this.readAlternatives();
      this.#at++;
      const isEmpty = /^\(\?<?[=!]/.test(part);
      return { source: '', alternatives, isEmpty, ...this.#readQuantifier() };
    }
    const source =
      this.#take(/\[\^?(?:\\[\s\S]|[^\]\\])*\]/y) ??
      this.#take(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|c[A-Z]|[1-9]\d*|[\s\S])/y) ??
      this.#take(/[\s\S]/uy) ??
      '';
    const isEmpty = /^(?:[$^]|\\[bB]|\\[1-9]\d*|\\k<.*>)$/.test(source);
    return { source, alternatives: [], isEmpty, ...this.#readQuantifier() };
  }

  #readQuantifier(): Pick<Part, 'isOptional' | 'isEndless'> {
    const quantifier = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y) ?? '';
    return { isOptional: /^(?:[*?]|\{0)/.test(quantifier), isEndless: /^(?:[*+]|\{\d+,\})/.test(quantifier) };
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}

/** Up to a few characters that an atom stands for, or texts that a group does. */
function sample(part: Part, flags: string): string[] {
  if (part.isEmpty) return [''];
  if (part.alternatives.length > 0)
    return part.alternatives.slice(0, SAMPLES_MAX).map((alternative) => write(alternative, flags));
  if (part.source === '.') return ['a', ' ', '<', '"'];
  const form = new RegExp(`^(?:${part.source})$`, flags.replace(/[gy]/g, ''));
  const fits = ALPHABET.filter((character) => form.test(character));
  return fits.length > 0 ? fits.slice(0, SAMPLES_MAX) : [part.source.replace(/^\\/, '')];
}

/** The shortest text that a sequence stands for, more or less. */
const write = (parts: readonly Part[], flags: string): string =>
  parts.map((part) => (part.isOptional ? '' : (sample(part, flags)[0] ?? ''))).join('');

interface Pump {
  before: string;
  repeated: string;
}

function* listPumps(alternatives: readonly Part[][], flags: string, before = ''): Generator<Pump> {
  for (const parts of alternatives) {
    for (const [at, part] of parts.entries()) {
      const prefix = before + write(parts.slice(0, at), flags);
      if (part.isEndless) {
        for (const repeated of sample(part, flags)) if (repeated !== '') yield { before: prefix, repeated };
        const next = parts[at + 1];
        if (next) yield { before: prefix, repeated: write([{ ...part, isOptional: false }, next], flags) };
      }
      yield* listPumps(part.alternatives, flags, prefix);
    }
  }
}

const fill = (text: string, characters: number): string =>
  text === '' ? '' : text.repeat(Math.ceil(characters / text.length)).slice(0, characters);

/** Texts of about so many UTF-16 units; none for a pattern in which nothing repeats without end. */
export function buildAttacks({ source, flags }: RegExp): (characters: number) => string[] {
  const pumps = [...listPumps(new Reader(source).readAlternatives(), flags)];
  return (characters) => {
    const texts = new Set<string>();
    for (const { before, repeated } of pumps) {
      for (const text of [
        before + fill(repeated, characters),
        fill(before + repeated, characters),
        fill(before, characters),
      ])
        if (text !== '') texts.add(text).add(`${text}${NOTHING}`);
    }
    return [...texts];
  };
}
