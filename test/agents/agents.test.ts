/** Command-line agents against a scripted model and a running server: what reaches the model is read there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { isLong } from '../harness/long.ts';
import { PAY_URL } from '../mcp/a-world.ts';
import { agentsFolder, askAgent, claudeCode, codex, geminiCli, runCommands } from './agents.ts';
import type { Turn } from './formats.ts';
import { startScriptedModel } from './model.ts';

const isRun = isLong && agentsFolder !== undefined;
if (isLong && !isRun) {
  process.stdout.write(
    'TEST_AGENTS_DIR names no command-line agents: their cases are skipped (node test/agents/install.mjs FOLDER).\n',
  );
}

const FIRST_LINE = 'Farebox: pay-per-call tools for web search, reading pages, translation, language models';

describe.skipIf(!isRun)('command-line agents', () => {
  let server: Farebox;
  beforeAll(async () => {
    // A live tool that is set up and live accounts that start with nothing: the money error, without any network.
    const env = { GROQ_API_KEY: 'unused', WELCOME_USD_PER_DAY: '0', OPERATOR_CONTACT: PAY_URL };
    server = await startFarebox({ env });
  });
  afterAll(() => server.stop());

  describe.each([claudeCode, codex, geminiCli])('$id', (agent) => {
    it('shows the model instructions, tools, results and what they cost', { timeout: 120_000 }, async () => {
      const { apiKey: key } = await server.account('test');
      const input = { prompt: 'Good morning' };
      const model = await startScriptedModel([
        { call: 'search_tools', input: { query: 'OCR a screenshot', category: null } },
        {
          call: 'call_tool',
          input: { name: 'llm-fast', arguments: agent.passesTexts ? JSON.stringify(input) : input },
        },
        { say: 'Good morning.' },
      ]);
      const said = await askAgent(agent, 'withKey', { model: model.url, mcp: `${server.url}/mcp/proxy`, key });
      model.close();
      expect(said).toContain('Good morning.');
      const last = lastOf(model.turns);
      expect(last.system).toContain(FIRST_LINE);
      const names = last.tools.map(({ name }) => name);
      for (const name of ['search_tools', 'describe_tool', 'call_tool']) {
        expect(names.filter((listed) => listed.endsWith(name))).toHaveLength(1);
      }
      const [found, paid] = last.results;
      expect(unquote(found)).toMatch(/"name":"vision".*"input":"image\*/);
      expect(paid).toContain('This is the sandbox');
      expect(paid).toMatch(/Paid: 0\.002 USD of test credit; balance: 0\.248 USD; call: call_\w+\./);
      const { body } = await server.request('GET', '/api/account/balance', { key });
      expect(body).toMatchObject({ balance: 0.248, callCount: 1 });
    });

    it('shows the model the way out of an empty balance', { timeout: 120_000 }, async () => {
      const { apiKey: key, agentId } = await server.account('live');
      const model = await startScriptedModel([
        { call: 'call_tool', input: { name: 'llm-fast', arguments: { prompt: 'Good morning' } } },
        { say: 'The balance is empty.' },
      ]);
      await askAgent(agent, 'withoutKey', { model: model.url, mcp: `${server.url}/mcp/proxy`, key });
      model.close();
      const [refused] = lastOf(model.turns).results;
      expect(refused).toContain('INSUFFICIENT_BALANCE');
      expect(refused).toContain(`${server.url}/pay/${agentId}.10.`);
      expect(refused).toMatch(/balance/i);
    });
  });

  it('codex starts no sign-in where nobody has to sign in', { timeout: 120_000 }, async () => {
    const add = (name: string, path: string): string[] => ['mcp', 'add', name, '--url', `${server.url}${path}`];
    const printed = await runCommands(codex, [
      add('free', '/mcp/free'),
      add('debug', '/mcp/debug/my-agent'),
      ['mcp', 'list', '--json'],
    ]);
    expect(printed.join('\n')).not.toContain('OAuth flow');
    const listed: unknown = JSON.parse(printed[2]?.slice(printed[2].indexOf('[')) ?? '');
    // Whoever has to sign in is `not_logged_in`.
    const status = expect.stringMatching(/^(unknown|unsupported)$/);
    expect(listed).toMatchObject([{ auth_status: status }, { auth_status: status }]);
  });
});

function lastOf(turns: readonly Turn[]): Turn {
  const turn = turns.at(-1);
  if (!turn) throw new Error('Nothing reached the model');
  return turn;
}

/** Some agents hand the model a result as a text within JSON. */
const unquote = (text: string | undefined): string => (text ?? '').replaceAll('\\"', '"');
