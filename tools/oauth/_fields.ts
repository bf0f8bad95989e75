/** Fields of OAuth requests. All are optional by schema: what is missing is said in OAuth's own words. */
import { z } from 'zod';

export const field = (about: string) => z.string().max(8_000).optional().describe(about);

export const clientId = field('Client ID; may be sent with HTTP Basic instead. For an API key: `key_` and its ID.');
export const clientSecret = field(
  'Client secret, if the client has one; may be sent with HTTP Basic instead. For an API key: the key.',
);
export const scope = field('Space-separated scopes: tools, account, newsroom.');
export const resource = field('Resource of the token: the base URL of this server or of its paid MCP server.');
