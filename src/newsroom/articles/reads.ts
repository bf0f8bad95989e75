import { FareboxError } from '../../kernel/errors.ts';

/** The same sentence for an article that there isn't and for one that is not the caller's to see. */
export const createArticleMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Article not found' });
