/** Choices in a query: `?type=` is as good as nothing. */
import { FareboxError } from '../../src/kernel/errors/errors.ts';

/** Undefined for nothing. Throws INVALID_INPUT that names what there is. */
export function readChoice<const T extends string>(
  name: string,
  text: string | null | undefined,
  choices: readonly T[],
): T | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined;
  const match = choices.find((choice) => choice === text.trim());
  if (match) return match;
  throw new FareboxError('INVALID_INPUT', { message: `${name} must be one of: ${choices.join(', ')}` });
}

export const readWord = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text.trim();
