/** Secrets in files of their own, as Docker, Kubernetes and systemd hand them over. */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigError, type Environment } from './config-error.ts';

const SECRET_FILE_BYTES_MAX = 64 * 1024;

/** The file's text without the space around it, or what is wrong with the path. */
export function readSecretFile(path: string): string | { message: string } {
  if (!isAbsolute(path)) return { message: `has \${file:${path}}: the path must be absolute` };
  return readText(path) ?? { message: `needs the file ${path}, which can't be read or is larger than 64 KiB` };
}

function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    return bytes.byteLength <= SECRET_FILE_BYTES_MAX ? bytes.toString('utf8').trim() : null;
  } catch {
    // Whatever the reason is, it is the file that needs a look.
    return null;
  }
}

/** The value of a secret variable `NAME`, or the content of the file that `NAME_FILE` names. */
export function readSecretVariable(env: Environment, name: string): string | undefined {
  const text = readVariable(env, name);
  const path = readVariable(env, `${name}_FILE`);
  if (path === undefined) return text;
  if (text !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set. Set only one of them.`);
  const content = isAbsolute(path) ? readText(path) : null;
  if (content === null) {
    throw new ConfigError(`${name}_FILE must be the absolute path of a readable file of at most 64 KiB.`);
  }
  return content === '' ? undefined : content;
}

/** An empty variable counts as not set. */
export function readVariable(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}
