/**
 * The faces that releases are set in: Japanese, simplified Chinese, then symbols and emoji. Static TrueType files by path;
 * pdfkit embeds only the glyphs that a document uses.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import type { Language } from '../../text/language.ts';

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
  ja: ['japanese', 'chinese', 'symbols', 'emoji'],
  zh: ['chinese', 'japanese', 'symbols', 'emoji'],
  en: ['japanese', 'chinese', 'symbols', 'emoji'],
};

/** What stands for a character that no face has: a box, which the first face has. */
const BOX = '□';

const files = new Map<string, Buffer>();

function readFace(path: string): Buffer {
  const file = files.get(path) ?? readFileSync(path);
  files.set(path, file);
  return file;
}

/** The faces of one document. */
export class Faces {
  readonly #order: readonly Family[];
  readonly #open = new Map<string, Face>();
  readonly #chosen = new Map<string, Face | null>();
  readonly #onOpen: (face: Face) => void;
  readonly #missing = new Set<string>();

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
  choose(cluster: string, weight: Weight): { text: string; face: Face } {
    const key = `${weight} ${cluster}`;
    let face = this.#chosen.get(key);
    if (face === undefined) {
      face = this.#find(cluster, weight);
      this.#chosen.set(key, face);
    }
    if (face) return { text: cluster, face };
    this.#missing.add(cluster);
    const [first = 'japanese'] = this.#order;
    return { text: BOX, face: this.#face(first, weight) };
  }

  #find(cluster: string, weight: Weight): Face | null {
    for (const family of this.#order) {
      const face = this.#face(family, weight);
      if ([...cluster].every((character) => face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))) return face;
    }
    return null;
  }

  #face(family: Family, weight: Weight): Face {
    const name = `${family} ${weight}`;
    const open = this.#open.get(name);
    if (open) return open;
    const font = fontkit.create(readFace(FILES[family][weight]));
    if (!('layout' in font)) throw new Error(`${name} holds several fonts`);
    const face: Face = { name, font };
    this.#open.set(name, face);
    this.#onOpen(face);
    return face;
  }
}
