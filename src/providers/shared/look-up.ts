/** Maps a failed DNS lookup of a caller's host to an error. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import { findErrorCode } from '../../lib/error-code.ts';

export function createNoHostError(cause?: unknown): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', {
    message: 'The host name does not exist. Nothing was charged.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Our own refusal as it is; a name that is not there is the caller's matter, name servers that keep silent are not. */
export function explainLookUp(thrown: unknown): Error {
  if (thrown instanceof FareboxError || thrown instanceof UpstreamFailure) return thrown;
  if (isNoSuchName(thrown)) return createNoHostError(thrown);
  const message = 'The host name could not be resolved. Nothing was charged.';
  return new UpstreamFailure('unreachable', 'web', { message, cause: thrown });
}

export function isNoSuchName(thrown: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(findErrorCode(thrown));
}
