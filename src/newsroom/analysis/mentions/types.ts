/**
 * Types of mentions. Positions are UTF-16 units of the folded text (`FoldedText.plain`); `FoldedText.span` maps them
 * to the original.
 */

export interface Mention {
  readonly start: number;
  /** Excluded. */
  readonly end: number;
}

/** From when on relative forms count, and where. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** IANA name, such as `Asia/Tokyo`. */
  readonly timeZone: string;
}

/** Drops each mention that overlaps an earlier one; of two with the same beginning, the longer stays. */
export function keepLongest<T extends Mention>(mentions: readonly T[]): T[] {
  const inOrder = [...mentions].sort((a, b) => a.start - b.start || b.end - a.end);
  const distinct: T[] = [];
  let end = -1;
  for (const mention of inOrder) {
    if (mention.start < end || mention.end <= mention.start) continue;
    distinct.push(mention);
    end = mention.end;
  }
  return distinct;
}

/** Those of `mentions` that overlap none of `others`. */
export function leaveOut<T extends Mention>(mentions: readonly T[], others: readonly Mention[]): T[] {
  const walls = [...others].sort((a, b) => a.start - b.start);
  let next = 0;
  let reach = -1;
  return [...mentions]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      for (let wall = walls[next]; wall && wall.start < end; wall = walls[++next]) reach = Math.max(reach, wall.end);
      return start >= reach;
    });
}
