import { z } from 'zod';
import { SCOPES } from '../../src/identity/oauth/types.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

const words = z.array(z.string());

export default defineTool({
  title: 'Authorization server metadata',
  description: 'Where clients get access to an account, and how (RFC 8414).',
  effect: 'read',
  route: 'GET /.well-known/oauth-authorization-server',
  output: z.object({
    issuer: z.string().describe('Exactly the public address of this server.'),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: words,
    response_types_supported: words,
    response_modes_supported: words,
    grant_types_supported: words,
    code_challenge_methods_supported: words,
    token_endpoint_auth_methods_supported: words,
    revocation_endpoint_auth_methods_supported: words,
    client_id_metadata_document_supported: z
      .boolean()
      .describe('The id of a client may be the address of its document.'),
    authorization_response_iss_parameter_supported: z.boolean().describe('Redirects name the issuer (RFC 9207).'),
    protected_resources: words.describe('Where tokens work.'),
    service_documentation: z.string(),
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
