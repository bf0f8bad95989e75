/** docs/clients.md, from what the invite page hands out. */
import { mcpServers } from '../../src/describe/mcp-servers.ts';
import { type Client, type ClientSetting, listClients } from '../../src/web/clients.ts';

const BASE_URL = 'http://127.0.0.1:3000';
const [PAID] = mcpServers.filter(({ needsKey }) => needsKey);

const HEAD = `# MCP clients

How the common clients are told of this server, what of an answer they show a model, and what is odd about them. The blocks are
those that \`/claw\` hands out. \`YOUR_API_KEY\` is the key itself; without one, a client signs its user in: [oauth.md](oauth.md).
\`npm run snapshots\` writes this file.

- A client that fills in no variables sends \`\${FAREBOX_API_KEY}\` as it stands, and is told so: write the key itself there.
- Several clients refuse names of tools that the list does not show: those go through \`call_tool\`.
- Most clients give up after 60 seconds. Every tool answers, or is refunded, within 45; what hanging up costs: [limits.md](limits.md).
- Audio and images are links; \`resources/read\` fetches them too. \`_meta["dev.farebox/inline"]: true\` asks for small ones in the answer.
- Pages in a browser need their origin in \`ALLOWED_ORIGINS\`.

Tried with every change, connecting, listing, paying and being refused for lack of money: \`@modelcontextprotocol/client\` in both
protocol eras, \`@modelcontextprotocol/sdk\` of the 1.x line and 1.12, \`@ai-sdk/mcp\`, and the Inspector's command line
([test/mcp/clients.test.ts](../test/mcp/clients.test.ts)); \`mcp-remote\` with a sign-in
([test/oauth/mcp-remote.test.ts](../test/oauth/mcp-remote.test.ts)); Claude Code, Codex and Gemini CLI with both of their blocks, against a
model that follows a script ([test/agents/agents.test.ts](../test/agents/agents.test.ts), in the long run alone).
`;

export function renderClientsDoc(): string {
  const sections = listClients(`${BASE_URL}${PAID?.path}`).map(renderClient);
  return `${HEAD}\n${sections.join('\n')}`;
}

function renderClient({ title, withKey, withoutKey, facts: { tried, shows, quirks } }: Client): string {
  return [
    `## ${title}\n`,
    `- Configuration: ${tried}.`,
    `- Shows a model: ${shows}.`,
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
