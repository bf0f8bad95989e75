/** `npm run snapshots`: freezes the public surface of every tool as it is now, and writes the tables made from it. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue, snapshotFile, snapshotOf } from './catalogue.ts';
import { renderClientsDoc } from './clients-doc.ts';
import { root } from './sources.ts';
import { TOOL_TABLE, withToolTable } from './tool-table.ts';
import { writeProviderTable } from './write-provider-table.ts';
import { writeSamples } from './write-samples.ts';

const folder = join(root, 'test/snapshots');
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
const registry = await loadCatalogue();
const { tools } = registry;
for (const tool of tools) await writeFile(join(root, snapshotFile(tool)), snapshotOf(tool));
const toolTable = join(root, TOOL_TABLE);
await writeFile(toolTable, withToolTable(await readFile(toolTable, 'utf8'), registry));
await writeFile(join(root, 'docs/clients.md'), renderClientsDoc());
await writeProviderTable(registry);
await writeSamples(registry);
process.stdout.write(`${tools.length} snapshots written\n`);
