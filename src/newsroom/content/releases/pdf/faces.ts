/**
 * The faces that releases are set in: Japanese, simplified Chinese, Korean, then symbols (with Arabic and Hebrew) and emoji. Static TrueType files by path;
 * pdfkit embeds only the glyphs that a document uses.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import type { Language } from '../../../../text/language.ts';
import { mirror } from './levels.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit takes an open font too; its types don't say so. */
      registerFont(name: string, font: fontkit.Font): this;
    }
  }
}

export type Weight = 'regular' | 'bold';

/** One open font. Opened for each document: fontkit remembers for which character a glyph was first asked. */
export interface Face {
  /** Unique within a document; pdfkit knows the face by it. */
  name: string;
  font: fontkit.Font;
}

const require = createRequire(import.meta.url);

const FILES = {
  japanese: {
    regular: require.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf'),
  },
  chinese: {
    regular: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  },
  korean: {
    regular: require.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf'),
  },
  symbols: {
    regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  emoji: {
    regular: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf'),
  },
} as const;

type Family = keyof typeof FILES;

const ORDER: Readonly<Record<Language, readonly Family[]>> = {
  ja: ['japanese', 'chinese', 'korean', 'symbols', 'emoji'],
  zh: ['chinese', 'japanese', 'korean', 'symbols', 'emoji'],
  en: ['japanese', 'chinese', 'korean', 'symbols', 'emoji'],
};

/** Variation selectors choose a form of the character before them; those that only ask for text or emoji need no glyph. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const isPresentation = (selector: string): boolean => selector === '\ufe0e' || selector === '\ufe0f';
/** Letters of these scripts change their form beside others, so that their glyphs say nothing of the text alone. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}]/u;

/** Replaces a character that no face has: a box, which the first face has. */
const BOX = '□';

const files = new Map<string, Buffer>();

function readFace(path: string): Buffer {
  const file = files.get(path) ?? readFileSync(path);
  files.set(path, file);
  return file;
}

function openFont(path: string): fontkit.Font {
  const font = fontkit.create(readFace(path));
  if (!('layout' in font)) throw new Error(`${path} holds several fonts`);
  return font;
}

/** The faces of one document. */
export class Faces {
  readonly #order: readonly Family[];
  readonly #open = new Map<string, Face>();
  /** Fonts that nothing is drawn with: to ask a font for a glyph decides which character it stands for. */
  readonly #probes = new Map<string, fontkit.Font>();
  readonly #chosen = new Map<string, Face | null>();
  readonly #onOpen: (face: Face) => void;
  readonly #missing = new Set<string>();
  /** Which character a glyph of a face stands for: a copied glyph gives that character, so another one takes a copy of the face. */
  readonly #claimed = new Map<string, number>();

  /** `onOpen` hears of each face before it is used. */
  constructor(language: Language, onOpen: (face: Face) => void) {
    this.#order = ORDER[language];
    this.#onOpen = onOpen;
  }

  /** How many different characters no face has had. */
  get missing(): number {
    return this.#missing.size;
  }

  /** A character with its marks in the first face that has all of it; without one, a box in the first face. */
  choose(marked: string, weight: Weight, isMirrored = false): { text: string; face: Face } {
    const cluster = marked.replace(SELECTORS, '');
    for (const selector of marked.match(SELECTORS) ?? []) if (!isPresentation(selector)) this.#missing.add(marked);
    const shown = isMirrored ? mirror(cluster) : cluster;
    const key = `${weight} ${shown} ${cluster}`;
    const [first = 'japanese'] = this.#order;
    if (cluster === '') return { text: '', face: this.#face(first, weight) };
    let face = this.#chosen.get(key);
    if (face === undefined) {
      face = this.#find(cluster, shown, weight);
      this.#chosen.set(key, face);
    }
    if (face) return { text: shown, face };
    this.#missing.add(cluster);
    return { text: BOX, face: this.#face(first, weight) };
  }

  /** `shown` is what is drawn, `cluster` what a reader who copies it gets. */
  #find(cluster: string, shown: string, weight: Weight): Face | null {
    for (const family of this.#order) {
      const face = this.#face(family, weight);
      if ([...shown].every((character) => face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)))
        return JOINED.test(cluster) ? face : this.#claim({ cluster, shown }, family, weight);
    }
    return null;
  }

  /** The first copy of the face in which no glyph of the cluster stands for another character. */
  #claim({ cluster, shown }: { cluster: string; shown: string }, family: Family, weight: Weight): Face {
    for (let copy = 1; ; copy++) {
      const face = this.#face(family, weight, copy);
      const codePoints = [...cluster].map((character) => character.codePointAt(0) ?? 0);
      const claims = [...shown].map((character, at) => {
        const { id } = this.#probe(family, weight).glyphForCodePoint(character.codePointAt(0) ?? 0);
        return { id, point: codePoints[at] ?? 0, key: `${face.name} ${id}` };
      });
      if (!claims.every(({ point, key }) => (this.#claimed.get(key) ?? point) === point)) continue;
      for (const { id, point, key } of claims) {
        this.#claimed.set(key, point);
        // fontkit keeps the characters for which a glyph was first asked.
        face.font.getGlyph(id, [point]);
      }
      return face;
    }
  }

  #probe(family: Family, weight: Weight): fontkit.Font {
    const path = FILES[family][weight];
    const probe = this.#probes.get(path) ?? openFont(path);
    this.#probes.set(path, probe);
    return probe;
  }

  #face(family: Family, weight: Weight, copy = 1): Face {
    const name = `${family} ${weight}${copy === 1 ? '' : ` ${copy}`}`;
    const open = this.#open.get(name);
    if (open) return open;
    const font = openFont(FILES[family][weight]);
    if (family !== 'symbols') {
      // A Latin ligature is one glyph, which a reader would copy as one character.
      const layout = font.layout.bind(font);
      font.layout = (text) => layout(text, { liga: false, clig: false, dlig: false });
    }
    // pdfkit takes fonts of one name for the same.
    if (copy > 1) Object.defineProperty(font, 'postscriptName', { value: `${font.postscriptName}-${copy}` });
    const face: Face = { name, font };
    this.#open.set(name, face);
    this.#onOpen(face);
    return face;
  }
}
