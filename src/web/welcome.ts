/** `/` for programs and terminals: what this is and how to begin. */
import { buildFirstSteps, type DiscoveryInfo, formatSummary, listDocumentLinks } from '../describe/guide.ts';
import { buildExampleAddress, mcpServers } from '../describe/mcp-servers.ts';
import type { Registry } from '../kernel/tool/registry.ts';

export function buildWelcomeText(registry: Registry, facts: DiscoveryInfo): string {
  const { version, baseUrl } = facts;
  const commands = buildFirstSteps(registry, facts).code ?? '';
  const servers = mcpServers.map((server) => `  ${buildExampleAddress(server, baseUrl)}  ${server.description}`);
  const links = listDocumentLinks(baseUrl).map(({ url, note }) => `  ${url}  ${note}`);
  return `Farebox ${version}. ${formatSummary(registry)}

Start with a test account: test credit, sandbox answers, no traffic to providers:

  ${commands.replaceAll('\n', '\n  ')}

MCP:
${servers.join('\n')}

More:
${links.join('\n')}
`;
}
