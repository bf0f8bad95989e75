const CAUSES_MAX = 5;

/** `code` of an error, or of the first cause that has one. */
export function findErrorCode(thrown: unknown): string {
  for (let error = thrown, depth = 0; error instanceof Error && depth < CAUSES_MAX; error = error.cause, depth++) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return '';
}
