/** Cursor of lists sorted by time: milliseconds and the id that separates equal times. */
export interface TimePosition {
  at: number;
  id: string;
}

export const writeTimeCursor = ({ at, id }: TimePosition): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Null for what is no cursor of a list whose ids look like `idForm`. */
export function readTimeCursor(cursor: string, idForm: RegExp): TimePosition | null {
  const [, at, id] = /^(\d{1,15}) ([\w-]{1,80})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  return at !== undefined && id !== undefined && idForm.test(id) ? { at: Number(at), id } : null;
}
