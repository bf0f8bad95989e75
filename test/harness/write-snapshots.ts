/** `npm run snapshots`: freezes the public surface of every tool as it is now. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue, snapshotFile, snapshotOf } from './catalogue.ts';
import { root } from './sources.ts';

const folder = join(root, 'test/snapshots');
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const { tools } = await loadCatalogue();
for (const tool of tools) await writeFile(join(root, snapshotFile(tool)), snapshotOf(tool));
process.stdout.write(`${tools.length} snapshots written\n`);
