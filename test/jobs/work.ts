/** Kinds of jobs that tests make, and a server that works on them. */

import type { Database } from '../../src/database/types.ts';
import { defineJob, indexJobs } from '../../src/jobs/define.ts';
import { type JobService, openJobs } from '../../src/jobs/service.ts';
import type { JobDefinition, JobItem, WorkDefinition } from '../../src/jobs/types.ts';
import type { Services } from '../../src/kernel/tool/context.ts';
import { contextFor } from '../harness/context.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A kind with items `1` … `count` in two portions. */
export function workOn(
  kind: string,
  count: number,
  run: (key: string, signal: AbortSignal) => Promise<void> | void,
): WorkDefinition {
  const items = Array.from(
    { length: count },
    (_, i): JobItem => ({ key: `${i + 1}`, id: { n: i + 1 }, title: `#${i + 1}` }),
  );
  return defineJob({
    kind,
    count: async () => count,
    list: async (_ctx, after) => items.slice(Number(after ?? 0), Number(after ?? 0) + Math.ceil(count / 2)),
    run: async ({ key }, { signal }) => run(key, signal),
  });
}

/** Looks for work as soon as it is opened. */
export function openWork(database: Database, ...definitions: JobDefinition[]): JobService & { stop(): Promise<void> } {
  const jobs = openJobs({ database, definitions: indexJobs(definitions), log, zone: 'Asia/Tokyo' });
  const services: Services = Object.assign(Object.create(null), { database, jobs });
  const { environment, registry, server } = contextFor();
  const stop = jobs.run({ services, registry, server, environment });
  return Object.assign(jobs, { stop });
}
