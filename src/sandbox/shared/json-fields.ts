/** The members of a JSON body that has not been checked yet; none when it is no object. */
export function readFields(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}
