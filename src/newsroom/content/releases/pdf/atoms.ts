/**
 * The smallest parts of a line and where a line may end between them: anywhere between characters of Chinese and Japanese
 * but for what their typesetting forbids (kinsoku), elsewhere at spaces.
 */
import type { Face, Faces, Weight } from './faces.ts';
import { type Levels, readLevels } from './levels.ts';

/** Characters of one face that are drawn together. */
export interface Piece {
  text: string;
  face: Face;
  kind: 'wide' | 'word' | 'space';
  /** In units of one em. */
  width: number;
  /** How many characters can be moved apart. */
  characters: number;
  /** Embedding level: odd ones run from right to left. */
  level: number;
}

/** Text without a line break inside, and the spaces behind it, which a line break swallows. */
export interface Unit {
  pieces: Piece[];
  spaces: Piece[];
  width: number;
  spaceWidth: number;
}

/** Never the first on a line. */
const NO_START =
  /^[、。，．,.・：；:;？！?!‼⁇⁈⁉）)］\]｝}〕〉》」』】〙〗｠»’”〟｣ー–〜～々〻ゝゞヽヾ…‥％%‰℃°′″®™℠ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ｡､･ｰｧ-ｯﾞﾟ]/u;
/** Never the last on a line. */
const NO_END = /[「『（(［[｛{〔〈《【〘〖｟«‘“〝｢￥¥＄$£€＃#№©]$/u;
/** Two of these in a row are one mark. */
const DOUBLED = /^[—―…‥⸺]/u;

const WIDE =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u2190-\u21ff\u2460-\u27bf\u2e80-\u30ff\u3200-\u33ff\ufe30-\ufe4f\uff00-\uffef…‥]|\p{Extended_Pictographic})/u;
/** Digits and letters of full width hold together as narrow ones do. */
const WIDE_WORD = /^[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/u;
const SPACE = /^[\p{Zs}\t]/u;
const NO_BREAK_SPACE = /^[\u00a0\u202f\u2007]/u;
const CLUSTER = /.\p{M}{0,8}/gsu;
/** A character with marks that follow it, which a face may have as one glyph. */
const MARKED = /\P{M}\p{M}{1,8}/gu;
/** Nobody writes more, and marks fill no line. */
const MORE_MARKS = /(\p{M}{8})\p{M}+/gu;
/** All but variation selectors: those whose form no face has are reported. */
const UNSEEN = /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

const LONE_SELECTORS = /(^|\s)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
const JAMO = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]+/gu;

/** Places where a long word, such as an address, may be cut if necessary; compounds are always cut at hyphens. */
const ADDRESS_CUT = /(?<=[/?&=_.#-])(?![/?&=_.#-])/u;
const HYPHEN_CUT = /(?<=\p{L}-)(?=\p{L}{2})/u;
const ADDRESS_CHARS = 24;
/** Longer texts without a place to cut are cut anywhere: to set them as a whole would take too long. */
const PART = /.{1,60}/gsu;

interface Atom {
  pieces: Piece[];
  /** The text as it was given, for the rules of typesetting. */
  text: string;
  isSpace: boolean;
}

/** Text without what nobody sees or what would break a page; characters are joined with their marks. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\t/g, ' ')
    .replace(UNSEEN, '')
    .replace(LONE_SELECTORS, '$1')
    .replace(JAMO, (jamo) => jamo.normalize('NFC'))
    .replace(MORE_MARKS, '$1')
    .replace(MARKED, (marked) => marked.normalize('NFC'));
}

/** One line of the author's text as units, in order. */
export function cutUnits(text: string, weight: Weight, faces: Faces): Unit[] {
  const units: Unit[] = [];
  let before = '';
  for (const atom of cutAtoms({ text, levels: readLevels(text), at: 0 }, weight, faces)) {
    const unit = units.at(-1);
    if (atom.isSpace && unit) appendSpace(unit, atom);
    else if (unit && isGlued(before, atom.text)) append(unit, atom);
    else units.push({ pieces: [...atom.pieces], spaces: [], width: widthOf(atom.pieces), spaceWidth: 0 });
    if (!atom.isSpace) before = atom.text;
  }
  return units;
}

/** A unit that is wider than a line, cut between characters; what must not be apart stays together as far as a line holds it. */
export function cutCharacters(unit: Unit, widthMax: number, weight: Weight, faces: Faces): Unit[] {
  const units: Unit[] = [];
  let before = '';
  for (const { text, kind, level } of unit.pieces) {
    for (const cluster of text.match(CLUSTER) ?? []) {
      const piece = readPiece(cluster, { kind, level }, weight, faces);
      const last = units.at(-1);
      if (last && isGlued(before, cluster) && last.width + piece.width <= widthMax) {
        last.pieces.push(piece);
        last.width += piece.width;
      } else units.push({ pieces: [piece], spaces: [], width: piece.width, spaceWidth: 0 });
      before = cluster;
    }
  }
  const last = units.at(-1);
  if (last) {
    last.spaces = unit.spaces;
    last.spaceWidth = unit.spaceWidth;
  }
  return units;
}

const widthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0);

const isGlued = (before: string, after: string): boolean =>
  NO_START.test(after) || NO_END.test(before) || (DOUBLED.test(after) && before.endsWith(after.charAt(0)));

/** Units stay together over spaces, too. */
function append(unit: Unit, { pieces }: Atom): void {
  unit.pieces.push(...unit.spaces, ...pieces);
  unit.width += unit.spaceWidth + widthOf(pieces);
  unit.spaces = [];
  unit.spaceWidth = 0;
}

function appendSpace(unit: Unit, { pieces }: Atom): void {
  unit.spaces.push(...pieces);
  unit.spaceWidth += widthOf(pieces);
}

/** A part of a line, where it begins there, and the levels of the line. */
interface Part {
  text: string;
  levels: Levels;
  at: number;
}

function cutAtoms({ text, levels }: Part, weight: Weight, faces: Faces): Atom[] {
  const atoms: Atom[] = [];
  let word = '';
  let at = 0;
  const endWord = (): void => {
    if (word !== '') atoms.push(...cutWord({ text: word, levels, at: at - word.length }, weight, faces));
    word = '';
  };
  for (const cluster of text.match(CLUSTER) ?? []) {
    const kind = kindOf(cluster);
    if (kind === 'word') word += cluster;
    else {
      endWord();
      const pieces = [readPiece(cluster, { kind, level: levels[at] ?? 0 }, weight, faces)];
      atoms.push({ pieces, text: cluster, isSpace: kind === 'space' });
    }
    at += cluster.length;
  }
  endWord();
  return atoms;
}

function kindOf(cluster: string): Piece['kind'] {
  if (SPACE.test(cluster) && !NO_BREAK_SPACE.test(cluster)) return 'space';
  return WIDE.test(cluster) && !WIDE_WORD.test(cluster) ? 'wide' : 'word';
}

function cutWord({ text: word, levels, at }: Part, weight: Weight, faces: Faces): Atom[] {
  let next = at;
  const parts = word.length > ADDRESS_CHARS ? word.split(ADDRESS_CUT) : word.split(HYPHEN_CUT);
  const bounded = parts.flatMap((part) => part.match(PART) ?? []);
  return bounded.map((text) => {
    const pieces = readWord({ text, levels, at: next }, weight, faces);
    next += text.length;
    return { pieces, text, isSpace: false };
  });
}

/** One piece for each face and direction that the word needs. */
function readWord({ text: word, levels, at }: Part, weight: Weight, faces: Faces): Piece[] {
  const pieces: Piece[] = [];
  let next = at;
  for (const cluster of word.match(CLUSTER) ?? []) {
    const level = levels[next] ?? 0;
    next += cluster.length;
    const { text, face } = faces.choose(showSpace(cluster), weight, level % 2 === 1);
    const last = pieces.at(-1);
    if (last?.face === face && last.level === level) {
      last.text += text;
      last.characters++;
    } else pieces.push({ text, face, kind: 'word', width: 0, characters: 1, level });
  }
  for (const piece of pieces) {
    // The font turns letters that run from right to left itself, but not marks alone.
    if (piece.level % 2 === 1 && !/\p{L}/u.test(piece.text)) piece.text = [...piece.text].reverse().join('');
    piece.width = piece.face.font.layout(piece.text).advanceWidth / piece.face.font.unitsPerEm;
  }
  return pieces;
}

type PieceKind = Pick<Piece, 'kind' | 'level'>;

function readPiece(cluster: string, { kind, level }: PieceKind, weight: Weight, faces: Faces): Piece {
  const { text, face } = faces.choose(showSpace(cluster), weight, level % 2 === 1);
  if (text === '') return { text, face, kind, width: 0, characters: 0, level };
  const { font } = face;
  const [only, ...more] = text;
  const point = only?.codePointAt(0) ?? 0;
  const advance = more.length === 0 ? font.glyphForCodePoint(point).advanceWidth : font.layout(text).advanceWidth;
  return { text, face, kind, width: advance / font.unitsPerEm, characters: 1, level };
}

/** All spaces but the ideographic one are drawn as one kind. */
const showSpace = (cluster: string): string => (SPACE.test(cluster) && cluster !== '\u3000' ? ' ' : cluster);
