import { SCOPES } from '../../src/identity/oauth/types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { buildResourceMetadata, resourceMetadata } from './_oauth.ts';

export default defineTool({
  title: 'Protected resource metadata',
  description: 'Returns how to authenticate at the HTTP API of this server (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource',
  output: resourceMetadata,
  run: async (_input, ctx) => buildResourceMetadata('', SCOPES, ctx),
});
