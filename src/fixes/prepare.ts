/** Last step of the build: indexes the fixes that ship with the product. Arguments: their folder, that of what is made. */
import { readKnowledge } from './shipped/knowledge.ts';
import { buildShippedKnowledge } from './shipped/shipped.ts';
import { writeShippedKnowledge } from './shipped/shipped-files.ts';

const [from = '', to = ''] = process.argv.slice(2);
await writeShippedKnowledge(to, buildShippedKnowledge(await readKnowledge(from)));
