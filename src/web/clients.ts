/** Setup of common MCP clients for this server, with a key and without. */

/** Placeholder for the key in every text; the page fills in the real one. */
export const KEY_MARK = 'YOUR_API_KEY';
/** Variable that client configurations use instead of the key. */
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

const AS_DOCUMENTED = 'from its documentation; not tested here';
const STRUCTURED_ALONE = 'only structured content, if present; price, balance and call id are in it as `paid`';
const TEXTS = 'text content; price, balance and call id come last';
const NOT_EXAMINED = 'not tested';

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
      tried: 'tested end to end with a scripted model',
      shows: `${STRUCTURED_ALONE}; text content of errors`,
      quirks: [
        'Loads `search_tools`, `describe_tool` and `call_tool` immediately, and other tools through its own tool search.',
        'With `-p`, it can start before a server has listed its tools; `MCP_CONNECTION_NONBLOCKING=0` makes it wait.',
        `Expands \`\${FAREBOX_API_KEY}\` from the environment, also in \`.mcp.json\`.`,
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
      tried: 'tested end to end with mcp-remote',
      shows: 'not tested; mcp-remote passes everything on',
      quirks: [
        'Without a key, mcp-remote registers automatically and opens a browser to sign in.',
        'Some systems split arguments at spaces, so the key is set in `env`.',
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
      quirks: [`Expands \`\${env:NAME}\`, not \`\${NAME}\`.`],
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
      quirks: ['Asks for the key once and stores it, so no variable is needed.'],
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
      quirks: ['The URL field is called `serverUrl`.', `Expands \`\${env:NAME}\`, not \`\${NAME}\`.`],
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
      tried: 'tested end to end with a scripted model',
      shows: TEXTS,
      quirks: [
        'The URL field for Streamable HTTP is called `httpUrl`.',
        'Expands `$NAME`.',
        'Validates tool inputs itself: if a model writes `arguments` of `call_tool` as a string, the call is never sent.',
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
      tried: 'tested end to end with a scripted model',
      shows: STRUCTURED_ALONE,
      quirks: [
        'Reads the key from the variable named in `bearer_token_env_var`.',
        '`codex mcp add` checks whether a server requires sign-in; the free and the debug server don’t.',
        '`codex exec` refuses tools that may change something, including `call_tool`, unless the table contains `default_tools_approval_mode = "approve"`.',
        'Writes tool names with `_` instead of `-`.',
      ],
    },
    withKey: { file, text: `${table}http_headers = { "Authorization" = "Bearer ${KEY_MARK}" }` },
    withoutKey: { file, text: `${table}bearer_token_env_var = "${KEY_VARIABLE}"`, usesVariable: true },
  };
}
