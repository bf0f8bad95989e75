/**
 * Last step of the build: indexes the fixes included with the product. Arguments: their folder and the output folder.
 */
import { readKnowledge } from './shipped/knowledge.ts';
import { buildShippedKnowledge } from './shipped/shipped.ts';
import { writeShippedKnowledge } from './shipped/shipped-files.ts';

const [from = '', to = ''] = process.argv.slice(2);
await writeShippedKnowledge(to, buildShippedKnowledge(await readKnowledge(from)));
