/** The members of a JSON body that has not been checked yet; none when it is no object. */
export function readFields(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** A field that the upstream does not document (names with blanks between them): refused, so that it is noticed. */
export function findExtraField(json: unknown, documented: string): string | undefined {
  const names = documented.split(' ');
  return Object.keys(readFields(json)).find((field) => !names.includes(field));
}
