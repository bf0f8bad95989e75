/** Command types and formatting shared by all commands. */
import type { Operator } from '../identity/operators/operator.ts';

/** A command that can't be carried out as written; its message is the whole explanation. */
export class CommandError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'CommandError';
  }
}

export interface OperatorCommand {
  args: string;
  about: string;
  /** `baseUrl`: the public address of the server, without a slash at its end. */
  run(operator: Operator, words: readonly string[], baseUrl: string): Promise<string[]>;
}

/** Names are chosen by strangers: nothing in them may steer a terminal. */
export const toPrintable = (name: string): string => name.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '?');

/** Columns of equal width; the last one is left ragged. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
