import { rename, writeFile } from 'node:fs/promises';

/** Other builds and servers may be at the same file: they see it whole or as it was. It need not outlast a power cut. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
