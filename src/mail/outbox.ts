/** Without a mail server, mail is a file: `DATA_DIR/outbox/<time>-<kind>-<random>.eml`. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Delivery } from './delivery.ts';

/** Files that are kept; the oldest go first. */
const FILES_MAX = 2_000;
/** How many more there may be before some go. */
const FILES_SLACK = 100;

export function openOutbox(dataDir: string, from: { name: string; address: string }): Delivery {
  const folder = join(dataDir, 'outbox');
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  let written = 0;
  return {
    async deliver({ kind, to, subject, text }) {
      const { message } = await composer.sendMail({ to: { name: '', address: to }, subject, text });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[-:]/g, '');
      const name = `${time}-${kind}-${randomBytes(6).toString('hex')}.eml`;
      await writeFile(join(folder, name), message, { mode: 0o600, flag: 'wx' });
      if (written++ % FILES_SLACK === 0) await removeOldest(folder);
      return null;
    },
    close: () => Promise.resolve(),
  };
}

/** Names begin with their time. */
async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of files.slice(0, Math.max(0, files.length - FILES_MAX)))
    await rm(join(folder, name), { force: true });
}
