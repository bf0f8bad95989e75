/** Our own credentials by their form: keys of accounts, sessions, page cookies, OAuth tokens, wallet tokens. */
export const OWN_CREDENTIAL = /(?<![A-Za-z0-9])fb(?:x_(?:live|test)|s|p|o|w)_[\w-]{8,}/;

/** The message for a name that holds one: names are stored and shown as they are. */
export const CREDENTIAL_IN_NAME = 'This looks like an API key or token. Use a name that is not a secret';

export const holdsCredential = (text: string): boolean => OWN_CREDENTIAL.test(text);

/** For `refine`. */
export const isNoCredential = (text: string): boolean => !holdsCredential(text);
