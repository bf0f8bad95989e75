/** `farebox tools …`: checks `farebox.yaml`. */
import type { Config } from '../../config/config.ts';
import { CommandError } from '../printing.ts';

export const toolsUsage = ['tools check   validate farebox.yaml without starting the server'];

/** The file itself was read with the configuration: what was wrong with it has been said. */
export function runTools({ file }: Config, [verb, ...rest]: readonly string[]): string[] {
  if (verb !== 'check' || rest.length > 0)
    throw new CommandError(toolsUsage.map((line) => `farebox ${line}`).join('\n'));
  if (file.path === null) return ['There is no farebox.yaml in the working directory, and FAREBOX_CONFIG is not set.'];
  return [`${file.path} is valid.`];
}
