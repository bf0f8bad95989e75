import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { FareboxError } from '../../../src/kernel/errors/errors.ts';
import { ThreadPool } from '../../../src/kernel/threads/thread-pool.ts';
import { ownShare } from '../../../src/kernel/threads/turns.ts';
import type { MailHtmlAnswer, MailHtmlTask } from '../../../src/newsroom/mailing/queue/html/mail-html-worker.ts';

/** Threads of this process that give way to others. */
const listNicer = (niceness: number): string[] =>
  readdirSync('/proc/self/task').filter((id) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]) > niceness;
  });

it.runIf(process.platform === 'linux')('lets the main thread go first', async () => {
  const own = getPriority();
  const fail = () => new FareboxError('INTERNAL');
  const pool = new ThreadPool<MailHtmlTask, MailHtmlAnswer>({
    ...{ entry: 'newsroom/mailing/queue/html/mail-html-worker.ts', memoryMb: 64, taskMs: 60_000, idleMs: 2_000 },
    ...{ tooLong: fail, tooLarge: fail },
  });
  const before = new Set(listNicer(own));
  const answer = await pool.run({ clean: '<p>Text</p>' }, { share: ownShare, signal: AbortSignal.timeout(60_000) });
  expect(answer.html).toContain('Text');
  expect(listNicer(own).filter((id) => !before.has(id))).toHaveLength(1);
  expect(getPriority()).toBe(own);
});
