/** Fields of OAuth requests. All are optional by schema: what is missing is said in OAuth's own words. */
import { z } from 'zod';

export const field = (about: string) => z.string().max(8_000).optional().describe(about);

export const clientId = field('Id of the client; may stand in HTTP Basic. For a key: key_ and its id.');
export const clientSecret = field('Secret of the client, if it has one; may stand in HTTP Basic. For a key: the key.');
export const scope = field('What is to be opened, with spaces between: tools, account, newsroom.');
export const resource = field(
  'Where the token is to work: the base address of this server, or of its paid MCP server.',
);
