/** Fills lines with units; what is wider than a line is cut where it must be. */
import { cleanLine, cutCharacters, cutUnits, type Piece, type Unit } from './atoms.ts';
import type { Faces, Weight } from './faces.ts';

export interface Line {
  pieces: Piece[];
  /** In units of one em. */
  width: number;
  /** The line ends because it is full, not because the text ends. */
  isFull: boolean;
}

/** Breaks one line of the author's text into lines of `widthMax` em; an empty text is one empty line. */
export function breakLines(text: string, widthMax: number, weight: Weight, faces: Faces): Line[] {
  const lines: Line[] = [];
  let line = emptyLine();
  const end = (isFull: boolean): void => {
    lines.push(finish(line, isFull));
    line = emptyLine();
  };
  for (const unit of cutUnits(cleanLine(text), weight, faces).flatMap((one) => divide(one, widthMax, weight, faces))) {
    if (line.pieces.length > 0 && line.width + unit.width > widthMax) end(true);
    line.pieces.push(...unit.pieces, ...unit.spaces);
    line.width += unit.width + unit.spaceWidth;
  }
  end(false);
  return lines;
}

const emptyLine = (): Line => ({ pieces: [], width: 0, isFull: false });

/** The unit itself, or its parts when no line holds it. */
function divide(unit: Unit, widthMax: number, weight: Weight, faces: Faces): Unit[] {
  if (unit.width <= widthMax) return [unit];
  const parts: Unit[] = cutCharacters(unit, weight, faces).map((piece) => ({
    pieces: [piece],
    spaces: [],
    width: piece.width,
    spaceWidth: 0,
  }));
  const last = parts.at(-1);
  if (last) {
    last.spaces = unit.spaces;
    last.spaceWidth = unit.spaceWidth;
  }
  return parts;
}

/** Spaces at the end of a line are not drawn. */
function finish(line: Line, isFull: boolean): Line {
  let { width } = line;
  let end = line.pieces.length;
  for (let piece = line.pieces[end - 1]; piece?.kind === 'space'; piece = line.pieces[end - 1]) {
    width -= piece.width;
    end--;
  }
  return { pieces: line.pieces.slice(0, end), width, isFull };
}
