/**
 * Reads `farebox.yaml`: `${NAME}` and `${file:/path}` are replaced, then the whole is validated. All that is wrong is said at
 * once, with its place.
 */
import { readFileSync } from 'node:fs';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { ConfigError, type Environment } from '../config-error.ts';
import { readSecretFile } from '../secret-file.ts';
import { formatProblem, listProblems, type Problem } from './problems.ts';
import { type FileSettings, fileSchema, listKeysAt } from './schema.ts';

const FILE_BYTES_MAX = 1024 * 1024;
const PROBLEMS_SHOWN = 20;
/** Shorter ones are everyday words and numbers, which a log may hold. */
const SECRET_CHARACTERS_MIN = 8;
const REFERENCE = /\$\{([^}]*)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface FareboxFile extends FileSettings {
  /** Path of the file; `null` without one. Relative paths in the file start at its folder. */
  path: string | null;
  /** Values that came from the environment and from files: for the log to leave out. */
  secrets: readonly string[];
  /** For mistakes that the schema alone can't find, with the place of each. */
  createError(problems: readonly Problem[]): ConfigError;
}

export const NO_FILE: FareboxFile = {
  path: null,
  secrets: [],
  createError: (problems) => createFileError(problems.map(({ path, message }) => `${path.join('.')} ${message}.`)),
};

/** Throws a ConfigError whose message has a line for each problem. */
export function loadFareboxFile(path: string, env: Environment): FareboxFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines });
  const syntax = document.errors.map(({ message, linePos }): string => {
    const [sentence = message] = message.split(/ at line \d+| \(?\d+:\d+\)?/, 1);
    return `${path}:${linePos?.[0].line ?? 1}:${linePos?.[0].col ?? 1}: ${sentence.trim().replace(/\.$/, '')}.`;
  });
  if (syntax.length > 0) throw createFileError(syntax);
  const { problems, secrets } = replaceReferences(document, env);
  const createError = (found: readonly Problem[]): ConfigError =>
    createFileError(
      found.map((problem) => {
        const names = problem.names ?? listKeysAt(problem.path.slice(0, -1));
        return formatProblem(problem, path, { document, lines }, names);
      }),
    );
  const parsed = fileSchema.safeParse(readValue(document, path) ?? {}, { reportInput: true });
  if (!parsed.success) problems.push(...listProblems(parsed.error.issues));
  if (problems.length > 0 || !parsed.success) throw createError(problems);
  return { ...parsed.data, path, secrets, createError };
}

function createFileError(lines: readonly string[]): ConfigError {
  const more = lines.length - PROBLEMS_SHOWN;
  const shown = lines.slice(0, PROBLEMS_SHOWN);
  return new ConfigError([...shown, ...(more > 0 ? [`… and ${more} more problems.`] : [])].join('\n'));
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.byteLength > FILE_BYTES_MAX) throw new ConfigError(`${path} is larger than 1 MiB.`);
    return bytes.toString('utf8');
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    throw new ConfigError(`${path} can't be read. Check FAREBOX_CONFIG and the permissions of the file.`);
  }
}

/** Aliases that multiply without end are refused by the parser. */
function readValue(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ConfigError(`${path}:1:1: The aliases of the file multiply its size too often. Write them out.`);
  }
}

/** In place, in values alone: a key is never a secret. */
function replaceReferences(document: Document, env: Environment): { problems: Problem[]; secrets: string[] } {
  const problems: Problem[] = [];
  const secrets: string[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      node.value = node.value.replace(REFERENCE, (_all, reference: string) => {
        const found = resolveReference(reference.trim(), env);
        if (typeof found === 'string') {
          if (found.length >= SECRET_CHARACTERS_MIN) secrets.push(found);
          return found;
        }
        problems.push({ path: buildPath(ancestors, node), message: found.message });
        return '';
      });
    },
  });
  return { problems, secrets };
}

function resolveReference(reference: string, env: Environment): string | { message: string } {
  if (reference.startsWith('file:')) return readSecretFile(reference.slice('file:'.length));
  if (!VARIABLE.test(reference))
    return { message: `has \${${reference}}: write \${NAME} for a variable or \${file:/path} for a file` };
  return env[reference] || { message: `needs the environment variable ${reference}, which is not set` };
}

/** Keys and indexes from the top to this node. */
function buildPath(ancestors: readonly unknown[], node: unknown): PropertyKey[] {
  const chain = [...ancestors, node];
  return chain.flatMap((one, at): PropertyKey[] => {
    const next = chain[at + 1];
    if (typeof one !== 'object' || one === null || next === undefined) return [];
    if ('key' in one && 'value' in one && one.value === next)
      return [String(isScalar(one.key) ? one.key.value : one.key)];
    return 'items' in one && Array.isArray(one.items) && !isPairLike(next) ? [one.items.indexOf(next)] : [];
  });
}

const isPairLike = (value: unknown): boolean => typeof value === 'object' && value !== null && 'key' in value;
