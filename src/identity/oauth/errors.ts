import { FareboxError } from '../../kernel/errors/errors.ts';

/** The words of RFC 6749, 7591, 8707 and of OpenID Connect's `interaction_required` family that we use. */
type OAuthWord =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** `message` is a sentence in ASCII without quotation marks: it also stands in addresses. */
export function createOAuthError(word: OAuthWord, message: string, cause?: unknown): FareboxError {
  const code =
    word === 'invalid_client' ? 'UNAUTHENTICATED' : word === 'temporarily_unavailable' ? 'OVERLOADED' : 'INVALID_INPUT';
  return new FareboxError(code, { message, reason: word, ...(cause === undefined ? {} : { cause }) });
}
