/** Last step of the build: indexes the fixes that ship with the product. Arguments: their folder, that of what is made. */
import { readKnowledge } from './knowledge.ts';
import { shippedFrom } from './shipped.ts';
import { writeShipped } from './shipped-files.ts';

const [from = '', to = ''] = process.argv.slice(2);
await writeShipped(to, shippedFrom(await readKnowledge(from)));
