import { z } from 'zod';
import { SCOPES } from '../../src/identity/oauth/types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

const words = z.array(z.string());

export default defineTool({
  title: 'Authorization server metadata',
  description: 'Returns the OAuth endpoints and features of this server (RFC 8414).',
  effect: 'read',
  route: 'GET /.well-known/oauth-authorization-server',
  output: z.object({
    issuer: z.string().describe('Public base URL of this server.'),
    authorization_endpoint: z.string().describe('URL of the consent page.'),
    token_endpoint: z.string().describe('URL that issues tokens.'),
    registration_endpoint: z.string().describe('URL that registers clients.'),
    revocation_endpoint: z.string().describe('URL that revokes tokens.'),
    scopes_supported: words.describe('Scopes that clients can request.'),
    response_types_supported: words.describe('Supported response types.'),
    response_modes_supported: words.describe('Supported response modes.'),
    grant_types_supported: words.describe('Supported grant types.'),
    code_challenge_methods_supported: words.describe('Supported PKCE methods.'),
    token_endpoint_auth_methods_supported: words.describe('Client authentication at the token endpoint.'),
    revocation_endpoint_auth_methods_supported: words.describe('Client authentication at the revocation endpoint.'),
    client_id_metadata_document_supported: z
      .boolean()
      .describe('Whether a client ID can be the URL of a metadata document.'),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .describe('Whether redirects include the issuer (RFC 9207).'),
    protected_resources: words.describe('Resources that accept the tokens.'),
    service_documentation: z.string().describe('URL of the documentation.'),
  }),
  async run(_input, { services, registry }) {
    const { issuer, resources, readsDocuments } = services.oauth;
    const endpoint = (tool: string): string => `${issuer}${registry.get(tool)?.path}`;
    const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];
    return {
      issuer,
      authorization_endpoint: endpoint('oauth-authorize'),
      token_endpoint: endpoint('oauth-token'),
      registration_endpoint: endpoint('oauth-register'),
      revocation_endpoint: endpoint('oauth-revoke'),
      scopes_supported: [...SCOPES],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_methods_supported: authMethods,
      client_id_metadata_document_supported: readsDocuments,
      authorization_response_iss_parameter_supported: true,
      protected_resources: [...resources],
      service_documentation: `${issuer}/docs`,
    };
  },
});
