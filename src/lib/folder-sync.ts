/** Syncs a folder so that renamed and created files survive a power failure; writers sync the files' own content. */
import { open } from 'node:fs/promises';

/** If folders can't be opened, as on Windows, the file system itself keeps names durable. */
const UNSUPPORTED = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL']);

/** Throws when the disk fails. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && UNSUPPORTED.has(String(thrown.code)))) throw thrown;
  }
}
