/** The command-line agents that test/agents/install.mjs fetches: how each is set up, and asked one question. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, KEY_MARK, KEY_VARIABLE, listClients } from '../../src/web/clients.ts';

const RUN_MS_MAX = 45_000;
const OUTPUT_CHARACTERS_MAX = 100_000;

const folder = process.env.TEST_AGENTS_DIR;
/** Where the agents are; undefined where nobody installed them. */
export const agentsFolder = folder !== undefined && existsSync(join(folder, 'installed')) ? folder : undefined;

export interface Place {
  /** A home of its own, with a project in `work`. */
  home: string;
  work: string;
  /** Where the model answers. */
  model: string;
  /** Where the agent finds tools. */
  mcp: string;
  key: string;
}

export interface Agent {
  id: string;
  /** It hands on an object that the model sent as its text; others refuse that themselves. */
  passesTexts: boolean;
  program(packages: string): readonly [string, ...string[]];
  args: readonly string[];
  env(place: Place): Record<string, string>;
  /** What is needed beside the block for the tools, by the path below the home. */
  files(place: Place): Record<string, string>;
}

const QUESTION = 'What stands on this screenshot?';
const PLATFORM = `${process.platform}-${process.arch}`;
const CODEX_TARGETS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

export const claudeCode: Agent = {
  id: 'claude-code',
  passesTexts: true,
  program: (packages) => [join(packages, `@anthropic-ai/claude-code-${PLATFORM}`, 'claude')],
  args: ['-p', QUESTION, '--allowedTools', 'mcp__farebox'],
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    // Else the first turn may begin before the servers have told of their tools.
    MCP_CONNECTION_NONBLOCKING: '0',
  }),
  files: () => ({ 'work/.claude/settings.json': JSON.stringify({ enableAllProjectMcpServers: true }) }),
};

export const codex: Agent = {
  id: 'codex',
  passesTexts: true,
  program: (packages) => [
    join(packages, `@openai/codex-${PLATFORM}/vendor`, CODEX_TARGETS[PLATFORM] ?? PLATFORM, 'bin/codex'),
  ],
  args: ['exec', '--skip-git-repo-check', QUESTION],
  env: () => ({ SCRIPTED_KEY: 'scripted' }),
  // Tables of the same file may come in any order, top-level keys come first.
  files: ({ model }) => ({
    '.codex/config.toml': [
      'model = "scripted"',
      'model_provider = "scripted"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "${model}/v1"`,
      'env_key = "SCRIPTED_KEY"',
      'wire_api = "responses"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
    ].join('\n'),
  }),
};

export const geminiCli: Agent = {
  id: 'gemini-cli',
  passesTexts: false,
  program: (packages) => [process.execPath, join(packages, '@google/gemini-cli/bundle/gemini.js')],
  args: ['-m', 'gemini-2.5-flash', '--yolo', '-p', QUESTION],
  env: ({ model }) => ({
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_API_KEY: 'scripted',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({
    'work/.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
      tools: { useRipgrep: false },
    }),
  }),
};

/** Makes a home with the agent set up as `/claw` says, asks it the question and waits for its end. */
export async function askAgent(
  agent: Agent,
  block: 'withKey' | 'withoutKey',
  { model, mcp, key }: Pick<Place, 'model' | 'mcp' | 'key'>,
): Promise<string> {
  return inHome(agent, { model, mcp, key }, async (place) => {
    const client = listClients(mcp).find(({ id }) => id === agent.id);
    if (!client) throw new Error(`/claw tells nothing of ${agent.id}`);
    await setUp(agent, place, client[block]);
    return run(agent, place, agent.args);
  });
}

/** Runs commands of an agent one after the other in one home that nothing was set up in; what they print. */
export async function runCommands(agent: Agent, commands: readonly (readonly string[])[]): Promise<string[]> {
  return inHome(agent, { model: '', mcp: '', key: '' }, async (place) => {
    const printed: string[] = [];
    for (const command of commands) printed.push(await run(agent, place, command));
    return printed;
  });
}

async function inHome<T>(
  agent: Agent,
  given: Pick<Place, 'model' | 'mcp' | 'key'>,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), `farebox-${agent.id}-`));
  try {
    await mkdir(join(home, 'work'));
    return await use({ ...given, home, work: join(home, 'work') });
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function setUp(agent: Agent, place: Place, { file, text }: Client['withKey']): Promise<void> {
  const files = agent.files(place);
  const filled = text.replaceAll(KEY_MARK, place.key);
  if (file !== null) {
    const path = file.startsWith('~/') ? file.slice(2) : join('work', file);
    files[path] = [...(files[path] === undefined ? [] : [files[path]]), filled].join('\n');
  }
  // As scripts need it: nobody is there to approve of a call that may change something.
  if (agent === codex) files['.codex/config.toml'] += '\ndefault_tools_approval_mode = "approve"\n';
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(place.home, path)), { recursive: true });
    await writeFile(join(place.home, path), content);
  }
  if (file !== null) return;
  const [, ...words] = splitCommand(filled);
  await run(agent, place, words);
}

/** Words of a command line, as a shell would split the blocks of /claw. */
const splitCommand = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** What it printed; rejects when it fails or takes too long. */
function run(agent: Agent, place: Place, args: readonly string[]): Promise<string> {
  if (agentsFolder === undefined) throw new Error('TEST_AGENTS_DIR names no folder with agents');
  const [program, ...first] = agent.program(join(agentsFolder, 'node_modules'));
  // Nothing of the developer's own: neither a key nor a setting.
  const env = { PATH: process.env.PATH ?? '', HOME: place.home, [KEY_VARIABLE]: place.key, ...agent.env(place) };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { cwd: place.work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-OUTPUT_CHARACTERS_MAX);
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(printed);
      else reject(new Error(`${agent.id} ended with ${code ?? 'a signal'}:\n${printed}`));
    });
  });
}
