/** Pages of A4 on which lines are set one below the other. */
import PDFDocument from 'pdfkit';
import { cutCodePoints } from '../../../../text/truncate.ts';
import { cleanLine, type Piece } from './atoms.ts';
import { Faces, type Weight } from './faces.ts';
import { orderVisually } from './levels.ts';
import { breakLines, type Line } from './lines.ts';
import { PDF_PAGES_MAX, type ReleaseSheet, type SheetPicture, TooManyPages } from './types.ts';

export interface TextStyle {
  weight: Weight;
  /** Points. */
  size: number;
  /** Distance of two base lines, in sizes. */
  leading: number;
  color: string;
  /** Lines that end because they are full reach the right edge. */
  isJustified?: boolean;
}

/** Points: A4 and what stays free around the text. */
const PAGE = { width: 595.28, height: 841.89, left: 62, right: 62, top: 74, bottom: 78 };
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/** Points. */
const LOGO = { width: 160, height: 40, gap: 12 };

/** Points: 96 pixels an inch. */
const PICTURE = { height: 250, pointsPerPixel: 0.75 };

/** Points between two cells. */
const CELL_GAP = 12;

/** Height of a capital letter and how far letters go below the base line, in sizes. */
const ASCENT = 0.88;
/** More than this to share out, in sizes, and the line is left ragged. */
const SLACK_MAX = 3;
/** No line holds more. */
const ONE_LINE_CHARS_MAX = 300;
/** Widths are sums of fractions. */
const NEARLY = 1e-6;

export class Paper {
  readonly document: PDFKit.PDFDocument;
  readonly faces: Faces;
  /** Upper edge of what comes next. */
  y = PAGE.top;
  #pages = 1;

  constructor(sheet: ReleaseSheet) {
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      lang: sheet.language,
      displayTitle: true,
      info: {
        Title: cleanLine(sheet.title),
        Creator: 'Farebox',
        Producer: 'Farebox',
        CreationDate: sheet.issuedAt,
        ...(sheet.company === null ? {} : { Author: cleanLine(sheet.company) }),
      },
    });
    this.faces = new Faces(sheet.language, ({ name, font }) => this.document.registerFont(name, font));
  }

  /** Sets one line of the author's text, in as many lines as it needs; `indent` points from the left edge. */
  write(text: string, style: TextStyle, indent = 0): void {
    const width = TEXT_WIDTH - indent;
    const height = style.size * style.leading;
    for (const line of breakLines(text, width / style.size + NEARLY, style.weight, this.faces)) {
      this.room(height);
      const isJustified = style.isJustified && line.pieces.every(({ level }) => level === 0);
      const start = line.isRightToLeft ? width - line.width * style.size : 0;
      this.#draw(line, PAGE.left + indent + start, style, isJustified ? width : undefined);
      this.y += height;
    }
  }

  /** Cells side by side, as wide as each other, with a line below; no cells, no row. */
  writeRow(cells: readonly string[], style: TextStyle, rule: string): void {
    if (cells.length === 0) return;
    const column = TEXT_WIDTH / cells.length;
    const height = style.size * style.leading;
    const most = (column - CELL_GAP) / style.size + NEARLY;
    const columns = cells.map((cell) => breakLines(cell, most, style.weight, this.faces));
    for (let at = 0; columns.some((lines) => lines.length > at); at++) {
      this.room(height);
      columns.forEach((lines, index) => {
        const line = lines[at];
        if (line) this.#draw(line, PAGE.left + index * column, style);
      });
      this.y += height;
    }
    this.y += CELL_GAP / 4;
    this.rule(rule);
    this.y += CELL_GAP / 4;
  }

  /** One line that ends at the right edge or is cut with an ellipsis; `y` does not move. */
  writeOneLine(text: string, style: TextStyle, align: 'left' | 'right', width = TEXT_WIDTH): void {
    const line = this.#cutLine(cutCodePoints(text, ONE_LINE_CHARS_MAX), style, width);
    const left = align === 'left' ? PAGE.left : PAGE.left + TEXT_WIDTH - line.width * style.size;
    this.#draw(line, left, style);
  }

  /** Width in points. */
  measure(text: string, { weight, size }: TextStyle): number {
    return (breakLines(text, Number.POSITIVE_INFINITY, weight, this.faces)[0]?.width ?? 0) * size;
  }

  /** At the left edge, in a box of bounded size whatever the image's. */
  drawLogo(image: string): void {
    this.document.image(image, PAGE.left, this.y, { fit: [LOGO.width, LOGO.height], valign: 'center' });
    this.y += LOGO.height + LOGO.gap;
  }

  /** At the left edge, no larger than a third of a page nor than it is in print; `below` points stay free below it. */
  drawPicture(image: Uint8Array, { width, height }: SheetPicture, below: number): void {
    const scale = Math.min(TEXT_WIDTH / width, PICTURE.height / height, PICTURE.pointsPerPixel);
    this.room(height * scale + below);
    const { buffer, byteOffset, byteLength } = image;
    const source = Buffer.from(buffer, byteOffset, byteLength);
    const box = { fit: [width * scale, height * scale] satisfies [number, number] };
    this.document.image(source, PAGE.left, this.y, box);
    this.y += height * scale;
  }

  /** A hair line over the whole width. */
  rule(color: string, thickness = 0.5): void {
    this.document
      .moveTo(PAGE.left, this.y)
      .lineTo(PAGE.left + TEXT_WIDTH, this.y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  /** Begins a new page unless `height` points are left on this one. */
  room(height: number): void {
    if (this.y + height <= PAGE.height - PAGE.bottom) return;
    if (this.#pages === PDF_PAGES_MAX) throw new TooManyPages();
    this.document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
    this.#pages++;
    this.y = PAGE.top;
  }

  /** Draws on each page what depends on their number. `y` is left anywhere. */
  eachPage(draw: (page: number, pages: number) => void): void {
    for (let index = 0; index < this.#pages; index++) {
      this.document.switchToPage(index);
      draw(index + 1, this.#pages);
    }
  }

  get pages(): number {
    return this.#pages;
  }

  /** Where headers and footers stand. */
  get edges(): { header: number; footer: number } {
    return { header: 36, footer: PAGE.height - 52 };
  }

  finish(): Promise<Uint8Array> {
    const { document } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      document.on('end', () => resolve(Buffer.concat(chunks)));
      document.on('error', reject);
      document.end();
    });
  }

  #baseline({ size, leading }: TextStyle): number {
    return this.y + (size * (leading - 1)) / 2 + size * ASCENT;
  }

  #cutLine(text: string, { weight, size }: TextStyle, width: number): Line {
    const [whole, more] = breakLines(text, width / size + NEARLY, weight, this.faces);
    if (!whole || !more) return whole ?? { pieces: [], width: 0, isFull: false, isRightToLeft: false };
    const [dots] = breakLines('…', 1, weight, this.faces);
    const [short] = breakLines(text, width / size - (dots?.width ?? 0), weight, this.faces);
    const parts = [short, dots].filter((part) => part !== undefined);
    return {
      pieces: parts.flatMap(({ pieces }) => pieces),
      width: parts.reduce((sum, part) => sum + part.width, 0),
      isFull: false,
      isRightToLeft: whole.isRightToLeft,
    };
  }

  #draw(line: Line, left: number, style: TextStyle, width?: number): void {
    const { document } = this;
    const characters = line.pieces.reduce((sum, piece) => sum + piece.characters, 0);
    const slack = width === undefined || !line.isFull ? 0 : width / style.size - line.width;
    const spacing = slack > 0 && slack <= SLACK_MAX && characters > 1 ? (slack * style.size) / (characters - 1) : 0;
    const baseline = this.#baseline(style);
    document.fontSize(style.size).fillColor(style.color);
    let x = left;
    for (const run of joinRuns(orderVisually(line.pieces))) {
      document.font(run.face.name);
      document.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic', characterSpacing: spacing });
      x += run.width * style.size + run.characters * spacing;
    }
  }
}

/** Neighbours of one face are drawn at once; words apart from characters, for only words are kerned. */
function joinRuns(pieces: readonly Piece[]): Piece[] {
  const runs: Piece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const isAlike = last?.face === piece.face && (last.kind === 'wide') === (piece.kind === 'wide');
    // A run from right to left is turned by the font, word by word.
    if (last && isAlike && last.level === piece.level && piece.level % 2 === 0) {
      last.text += piece.text;
      last.width += piece.width;
      last.characters += piece.characters;
    } else runs.push({ ...piece });
  }
  return runs;
}
