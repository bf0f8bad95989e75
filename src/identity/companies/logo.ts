/** The logo of a company: an image that a press release can be printed with. */
import { FareboxError } from '../../kernel/errors/errors.ts';

export interface Logo {
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

export const createLogoMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'This company has no logo' });
