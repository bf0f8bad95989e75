/** Opens the stores for limits and answers that servers share through Redis, or keeps both in memory. */
import type { Config } from '../config/config.ts';
import { openRedisAnswers } from '../database/redis/redis-answers.ts';
import { MemoryLimiter } from '../http/limits/limits.ts';
import { openRedisLimiter } from '../http/limits/redis-limits.ts';
import type { ServerLog } from '../http/monitoring/log.ts';
import type { AnswerStore, Limiter } from '../kernel/ports.ts';
import type { Closers } from './stopping.ts';
import { version } from './wiring.ts';

export async function openLimiter({ redisUrl }: Config, log: ServerLog, closers: Closers): Promise<Limiter> {
  if (redisUrl === undefined) return new MemoryLimiter();
  const limiter = await openRedisLimiter(redisUrl, log);
  closers.add(() => limiter.close());
  return limiter;
}

/** Answers are kept apart by version: another one may shape them otherwise. */
export async function openAnswerStore(
  { redisUrl }: Config,
  log: ServerLog,
  closers: Closers,
): Promise<AnswerStore | undefined> {
  if (redisUrl === undefined) return undefined;
  const answers = await openRedisAnswers(redisUrl, log, `farebox:answer:${version}:`);
  closers.add(() => answers.close());
  return answers;
}
