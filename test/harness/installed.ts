/** Layouts of an installed product: what is there without the packages of development. */
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { root, textOf } from './sources.ts';

/** Links into `target` what `npm install --omit=dev` installs, and nothing else. */
export function linkForProduction(target: string): void {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(textOf('package-lock.json'));
  for (const [path, { dev }] of Object.entries(packages)) {
    const [, name, deeper] = path.split('node_modules/');
    if (dev || name === undefined || deeper !== undefined) continue;
    const link = join(target, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, path), link);
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
