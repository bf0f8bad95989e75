/** Setup of common MCP clients for this server, with a key and without. */

/** Stands for the key in every text; the page puts the real one in its place. */
export const KEY_MARK = 'YOUR_API_KEY';
/** What a client's configuration names instead of the key itself. */
export const KEY_VARIABLE = 'FAREBOX_API_KEY';

export interface ClientSetting {
  /** A file or a place in the client's settings; null for a command to run. */
  file: string | null;
  text: string;
  /** It reads the key from the variable. */
  usesVariable?: true;
}

export interface Client {
  id: string;
  title: string;
  withKey: ClientSetting;
  withoutKey: ClientSetting;
  /** What is known of it, for docs/clients.md. */
  facts: ClientOptions;
}

export interface ClientOptions {
  /** How the configuration came to be known to work. */
  tried: string;
  /** What a model gets to see of an answer. */
  shows: string;
  quirks: readonly string[];
}

const AS_DOCUMENTED = 'as its documentation says; not tried here';
const STRUCTURED_ALONE =
  'the structured content alone, where there is some: price, balance and call id stand in it as `paid`';
const TEXTS = 'the texts: price, balance and call id are the last one';
const NOT_EXAMINED = 'not examined';

const NAME = 'farebox';

const json = (value: object): string => JSON.stringify(value, null, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** `url`: the server's MCP address. */
export function listClients(url: string): Client[] {
  return [claudeCode(url), claudeDesktop(url), cursor(url), vsCode(url), windsurf(url), geminiCli(url), codex(url)];
}

/** https://code.claude.com/docs/en/mcp */
function claudeCode(url: string): Client {
  const add = `claude mcp add --transport http ${NAME} ${url}`;
  const inProject = { mcpServers: { [NAME]: { type: 'http', url, headers: bearer(`\${${KEY_VARIABLE}}`) } } };
  return {
    id: 'claude-code',
    title: 'Claude Code',
    facts: {
      tried: 'end to end, against a scripted model',
      shows: `${STRUCTURED_ALONE}; of an error, the texts`,
      quirks: [
        'Loads `search_tools`, `describe_tool` and `call_tool` at once where it leaves other tools to a search of its own.',
        'With `-p` it may begin before a server has told of its tools: `MCP_CONNECTION_NONBLOCKING=0` makes it wait.',
        `Fills \`\${FAREBOX_API_KEY}\` in from the environment, in \`.mcp.json\` too.`,
      ],
    },
    withKey: { file: null, text: `${add} --header "Authorization: Bearer ${KEY_MARK}"` },
    withoutKey: { file: '.mcp.json', text: json(inProject), usesVariable: true },
  };
}

/** It starts programs only; mcp-remote leads on to servers elsewhere, and signs in by itself when it has no key. */
function claudeDesktop(url: string): Client {
  const file = 'claude_desktop_config.json';
  const command = 'npx';
  const args = ['-y', 'mcp-remote', url, ...(url.startsWith('http:') ? ['--allow-http'] : [])];
  // No space in an argument: some systems would split it there.
  const header = ['--header', `Authorization:\${AUTHORIZATION}`];
  const env = { AUTHORIZATION: `Bearer ${KEY_MARK}` };
  return {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    facts: {
      tried: 'through mcp-remote, end to end',
      shows: 'not examined; mcp-remote passes everything on',
      quirks: [
        'Without a key mcp-remote opens a browser for the sign-in, and registers by itself.',
        'Some systems split an argument at a space: the key stands in `env`.',
      ],
    },
    withKey: { file, text: json({ mcpServers: { [NAME]: { command, args: [...args, ...header], env } } }) },
    withoutKey: { file, text: json({ mcpServers: { [NAME]: { command, args } } }) },
  };
}

/** https://cursor.com/docs/context/mcp */
function cursor(url: string): Client {
  const file = '~/.cursor/mcp.json';
  const text = (key: string): string => json({ mcpServers: { [NAME]: { url, headers: bearer(key) } } });
  return {
    id: 'cursor',
    title: 'Cursor',
    facts: {
      tried: AS_DOCUMENTED,
      shows: NOT_EXAMINED,
      quirks: [`Fills in \`\${env:NAME}\`, not \`\${NAME}\`.`],
    },
    withKey: { file, text: text(KEY_MARK) },
    withoutKey: { file, text: text(`\${env:${KEY_VARIABLE}}`), usesVariable: true },
  };
}

/** It asks for the key once and keeps it. https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
function vsCode(url: string): Client {
  const file = '.vscode/mcp.json';
  const id = `${NAME}-key`;
  const servers = (key: string) => ({ [NAME]: { type: 'http', url, headers: bearer(key) } });
  const inputs = [{ type: 'promptString', id, description: 'Farebox API key', password: true }];
  return {
    id: 'vs-code',
    title: 'VS Code',
    facts: {
      tried: AS_DOCUMENTED,
      shows: NOT_EXAMINED,
      quirks: ['Asks for the key once and keeps it: no variable is needed.'],
    },
    withKey: { file, text: json({ servers: servers(KEY_MARK) }) },
    withoutKey: { file, text: json({ inputs, servers: servers(`\${input:${id}}`) }) },
  };
}

/** https://docs.windsurf.com/windsurf/cascade/mcp */
function windsurf(url: string): Client {
  const file = '~/.codeium/windsurf/mcp_config.json';
  const text = (key: string): string => json({ mcpServers: { [NAME]: { serverUrl: url, headers: bearer(key) } } });
  return {
    id: 'windsurf',
    title: 'Windsurf',
    facts: {
      tried: AS_DOCUMENTED,
      shows: NOT_EXAMINED,
      quirks: ['The address is called `serverUrl`.', `Fills in \`\${env:NAME}\`, not \`\${NAME}\`.`],
    },
    withKey: { file, text: text(KEY_MARK) },
    withoutKey: { file, text: text(`\${env:${KEY_VARIABLE}}`), usesVariable: true },
  };
}

/** https://geminicli.com/docs/tools/mcp-server */
function geminiCli(url: string): Client {
  const file = '~/.gemini/settings.json';
  const text = (key: string): string => json({ mcpServers: { [NAME]: { httpUrl: url, headers: bearer(key) } } });
  return {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    facts: {
      tried: 'end to end, against a scripted model',
      shows: TEXTS,
      quirks: [
        'The address of a Streamable HTTP server is called `httpUrl`.',
        'Fills in `$NAME`.',
        'Refuses by itself what does not fit the schema of a tool: `arguments` of `call_tool` written as a text never gets here.',
      ],
    },
    withKey: { file, text: text(KEY_MARK) },
    withoutKey: { file, text: text(`$${KEY_VARIABLE}`), usesVariable: true },
  };
}

/** https://developers.openai.com/codex/mcp */
function codex(url: string): Client {
  const file = '~/.codex/config.toml';
  const table = `[mcp_servers.${NAME}]\nurl = "${url}"\n`;
  return {
    id: 'codex',
    title: 'Codex',
    facts: {
      tried: 'end to end, against a scripted model',
      shows: STRUCTURED_ALONE,
      quirks: [
        'Takes the name of the variable that holds the key: `bearer_token_env_var`.',
        '`codex mcp add` looks whether a server asks for a sign-in: the free and the debug server say that they do not.',
        '`codex exec` refuses what may change something, `call_tool` too, unless the table says `default_tools_approval_mode = "approve"`.',
        'Writes names of tools with `_` for `-`.',
      ],
    },
    withKey: { file, text: `${table}http_headers = { "Authorization" = "Bearer ${KEY_MARK}" }` },
    withoutKey: { file, text: `${table}bearer_token_env_var = "${KEY_VARIABLE}"`, usesVariable: true },
  };
}
