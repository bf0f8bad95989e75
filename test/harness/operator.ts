/** Runs operator commands against a server, running or not. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type CommandName, type CommandResult, commandInHost } from './host.ts';
import { root } from './sources.ts';

const COMMAND_MS_MAX = 60_000;

export type { CommandResult } from './host.ts';

/** `farebox <name> <words>`, in the process of this worker's servers. */
export const runCommand = (
  env: Readonly<Record<string, string>>,
  name: CommandName,
  ...words: string[]
): Promise<CommandResult> => commandInHost(env, name, words);

/** `farebox <words>` as a process, to its end. */
export const farebox = (env: Readonly<Record<string, string>>, ...words: string[]): Promise<CommandResult> =>
  runProgram(env, words, COMMAND_MS_MAX);

/** The same for commands that take longer. */
export function runProgram(
  env: Readonly<Record<string, string>>,
  words: readonly string[],
  timeout: number,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { env: { ...env }, timeout };
    execFile(process.execPath, [join(root, 'dist/bundle/farebox.js'), ...words], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Adds to an account's balance; throws when that is refused. */
export async function grant(env: Readonly<Record<string, string>>, agentId: string, usd: number): Promise<void> {
  const { code, output } = await runCommand(env, 'operator', 'grant', agentId, String(usd));
  if (code !== 0) throw new Error(`No grant: ${output}`);
}
