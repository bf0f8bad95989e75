/** Without a mail server, mail is a file below `DATA_DIR/outbox`: whole, or not there. */
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../lib/folder-sync.ts';
import { createComposer } from './compose.ts';
import type { DkimKey, MailTransport, Verdict } from './types.ts';

/** Files that are kept; the oldest go first. */
const FILES_MAX = 20_000;
/** Number of files written before some are removed. */
const FILES_SLACK = 1_000;

const findOutbox = (dataDir: string): string => join(dataDir, 'outbox');

/** Also what was written before there was a mail server. Names that there aren't are passed over. */
export async function removeLetters(dataDir: string, fileNames: readonly string[]): Promise<void> {
  for (const name of fileNames) await rm(join(findOutbox(dataDir), name), { force: true });
}

export function openOutbox(dataDir: string, dkim?: DkimKey): MailTransport {
  const folder = findOutbox(dataDir);
  const compose = createComposer('unix', dkim);
  let bytes = 0;
  let prepared: Promise<unknown> | undefined;
  return {
    kind: 'outbox',
    async deliver(letter, { fileName, onStage }) {
      const message = await compose(letter);
      prepared ??= mkdir(folder, { recursive: true, mode: 0o700 });
      await prepared;
      onStage?.('body');
      await writeWhole(join(folder, fileName), message, () => onStage?.('terminator'));
      onStage?.('reply');
      if (bytes++ % FILES_SLACK === 0) await removeOldest(folder);
      return isWritten;
    },
    async hasFile(fileName) {
      return await access(join(folder, fileName)).then(
        () => true,
        () => false,
      );
    },
    settle: () => syncFolder(folder),
    close: () => Promise.resolve(),
  };
}

const isWritten: Verdict = {
  outcome: 'sent',
  stage: 'reply',
  code: null,
  text: '',
  refusal: null,
  asksForPatience: false,
  isTransportTrouble: false,
};

/** The name is only there once every byte is on the disk. */
async function writeWhole(path: string, bytes: Buffer, onWritten: () => void): Promise<void> {
  const draft = `${path}.new`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    onWritten();
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {});
    throw thrown;
  }
}

async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  if (files.length <= FILES_MAX) return;
  files.sort((one, other) => readAge(one) - readAge(other) || (one < other ? -1 : 1));
  for (const name of files.slice(0, files.length - FILES_MAX)) await rm(join(folder, name), { force: true });
}

/** `mail-<number>-…` by its number; what begins with its time goes by its name, before those. */
const readAge = (name: string): number => Number(/^mail-(\d+)-/.exec(name)?.[1] ?? 0);
