/** Fills lines with units; what is wider than a line is cut where it must be. */
import { cleanLine, cutCharacters, cutUnits, type Piece } from './atoms.ts';
import type { Faces, Weight } from './faces.ts';
import { isRightToLeft } from './levels.ts';

export interface Line {
  pieces: Piece[];
  /** In units of one em. */
  width: number;
  /** The line ends because it is full, not because the text ends. */
  isFull: boolean;
  /** The text runs from right to left, and so it starts at the right edge. */
  isRightToLeft: boolean;
}

/** Breaks one line of the author's text into lines of `widthMax` em; an empty text is one empty line. */
export function breakLines(text: string, widthMax: number, weight: Weight, faces: Faces): Line[] {
  const lines: Line[] = [];
  const clean = cleanLine(text);
  const emptyLine = (): Line => ({ pieces: [], width: 0, isFull: false, isRightToLeft: isRightToLeft(clean) });
  let line = emptyLine();
  const end = (isFull: boolean): void => {
    lines.push(finish(line, isFull));
    line = emptyLine();
  };
  const units = cutUnits(clean, weight, faces);
  for (const unit of units.flatMap((one) =>
    one.width > widthMax ? cutCharacters(one, widthMax, weight, faces) : one,
  )) {
    if (line.pieces.length > 0 && line.width + unit.width > widthMax) end(true);
    line.pieces.push(...unit.pieces, ...unit.spaces);
    line.width += unit.width + unit.spaceWidth;
  }
  end(false);
  return lines;
}

/** Spaces at the end of a line are not drawn. */
function finish(line: Line, isFull: boolean): Line {
  let { width } = line;
  let end = line.pieces.length;
  for (let piece = line.pieces[end - 1]; piece?.kind === 'space'; piece = line.pieces[end - 1]) {
    width -= piece.width;
    end--;
  }
  return { ...line, pieces: line.pieces.slice(0, end), width, isFull };
}
