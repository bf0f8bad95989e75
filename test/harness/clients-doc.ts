/** Renders docs/clients.md from the invite page's client setups. */
import { mcpServers } from '../../src/describe/mcp-servers.ts';
import { type Client, type ClientSetting, listClients } from '../../src/web/clients.ts';

const BASE_URL = 'http://127.0.0.1:3000';
const [PAID] = mcpServers.filter(({ needsKey }) => needsKey);

const HEAD = `# MCP clients

Configuration of common MCP clients, the part of an answer that each shows its model, and known quirks. \`/claw\` hands out the same blocks.
Replace \`YOUR_API_KEY\` with your key. Without a key, clients sign their user in: [oauth.md](oauth.md). \`npm run snapshots\` generates this file.

- A client that doesn't expand variables sends \`\${FAREBOX_API_KEY}\` literally and gets an error that says so. Write the key itself there.
- Several clients refuse tools that the list doesn't show. Call those through \`call_tool\`.
- Most clients time out after 60 seconds. Every tool answers or is refunded within 45. For disconnects, see [limits.md](limits.md).
- Audio and images are returned as links; \`resources/read\` fetches them too. \`_meta["dev.farebox/inline"]: true\` requests small ones inline.
- Web pages need their origin in \`ALLOWED_ORIGINS\`.

Every change is tested with these clients: connecting, listing, paying, and running out of balance.

- \`@modelcontextprotocol/client\` in both protocol eras, \`@modelcontextprotocol/sdk\` 1.x and 1.12, \`@ai-sdk/mcp\` and the Inspector's
  command line ([test/mcp/clients.test.ts](../test/mcp/clients.test.ts))
- \`mcp-remote\` with sign-in ([test/oauth/mcp-remote.test.ts](../test/oauth/mcp-remote.test.ts))
- Claude Code, Codex and Gemini CLI with both of their blocks and a scripted model ([test/agents/agents.test.ts](../test/agents/agents.test.ts), in
  the long run only)
`;

export function renderClientsDoc(): string {
  const sections = listClients(`${BASE_URL}${PAID?.path}`).map(renderClient);
  return `${HEAD}\n${sections.join('\n')}`;
}

function renderClient({ title, withKey, withoutKey, facts: { tried, shows, quirks } }: Client): string {
  return [
    `## ${title}\n`,
    `- Configuration: ${tried}.`,
    `- Shown to the model: ${shows}.`,
    ...quirks.map((quirk) => `- ${quirk}`),
    `\n${renderSetting('With the key', withKey)}`,
    renderSetting(withoutKey.usesVariable ? 'With the key in a variable' : 'Without the key', withoutKey),
  ].join('\n');
}

function renderSetting(what: string, { file, text }: ClientSetting): string {
  const where = file === null ? 'run' : `in \`${file}\``;
  const language = file === null ? 'sh' : file.endsWith('.json') ? 'json' : 'toml';
  return `${what}, ${where}:\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;
}
