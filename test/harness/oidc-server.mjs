/**
 * A real OpenID Connect provider on loopback, as a process: `node oidc-server.mjs <redirect address>`. Whoever signs in as
 * an address has it; one that begins with `unverified` has not proved it. Prints its issuer.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}/realms/test/`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'farebox',
      client_secret: 'a secret of the tests',
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['a key of the tests'] },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified'), name: 'Ada Lovelace' }),
  }),
});
const handle = provider.callback();
server.on('request', (req, res) => {
  req.url = req.url.replace(/^\/realms\/test/, '');
  req.originalUrl = `/realms/test${req.url}`;
  handle(req, res);
});
process.stdout.write(`${issuer}\n`);
