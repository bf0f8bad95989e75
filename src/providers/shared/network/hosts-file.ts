/** The names in `/etc/hosts`: the operator's word goes before what name servers say. */
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Interval for checking whether the file has changed. */
const CHECK_MS = 5_000;
const BYTES_MAX = 1_000_000;

export class HostsFile {
  readonly #path: string;
  #names: ReadonlyMap<string, readonly string[]> = new Map();
  #checkedMs = 0;
  #version = '';

  constructor(path = '/etc/hosts') {
    this.#path = path;
  }

  find(name: string): readonly string[] | undefined {
    if (Date.now() - this.#checkedMs >= CHECK_MS) this.#check();
    return this.#names.get(name);
  }

  /** Read at once: a look at a small file costs less than a wait for the threads that read files. */
  #check(): void {
    this.#checkedMs = Date.now();
    try {
      const { mtimeMs, size } = statSync(this.#path);
      const version = `${mtimeMs} ${size}`;
      if (version === this.#version) return;
      this.#names = size > BYTES_MAX ? new Map() : parseHosts(readFileSync(this.#path, 'utf8'));
      this.#version = version;
    } catch {
      this.#names = new Map();
      this.#version = '';
    }
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    if (!isIP(address)) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
