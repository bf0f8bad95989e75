/** Mails that a server has written into its folder, as people read them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAIL_MS_MAX = 60_000;

export function codeIn(mail: string): string {
  const code = /(?:Farebox sign-in code: |Fareboxのサインインコード：|Farebox 登录验证码：)(\d{6})/.exec(mail)?.[1];
  if (!code) throw new Error(`No code in ${mail}`);
  return code;
}

/** Asks until there is an answer. */
export async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  const endMs = Date.now() + MAIL_MS_MAX;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > endMs) throw new Error('Nothing came');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Texts of the mails to an address in an outbox, oldest first. */
export async function mailsIn(folder: string, to: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // A long name of the receiver folds the line.
  const line = new RegExp(`^To: .*(?:\\r?\\n[ \\t].*)*${to.replaceAll('.', '\\.')}`, 'im');
  return mails.filter((mail) => line.test(mail)).map(decoded);
}

/** Head and text of a mail of one part. */
export function decoded(mail: string): string {
  const [head = '', ...rest] = mail.replaceAll('\r\n', '\n').split('\n\n');
  const body = rest.join('\n\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString()}`;
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}
