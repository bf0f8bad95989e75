/** A person's steps between their inbox and their browser. */
import { join } from 'node:path';
import { codeIn, mailsIn, waitFor } from '../tools/auth/newsroom.ts';

/** The newest sign-in code that came to an address; `dataDir` is the server's. */
export async function codeInMail(dataDir: string, email: string): Promise<string> {
  return codeIn(await waitFor(async () => (await mailsIn(join(dataDir, 'outbox'), email)).at(-1)));
}
