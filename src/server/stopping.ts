/** Starts and stops the server's components in order, and tracks whether it accepts calls. */
import type { Server } from 'node:http';
import type { Database } from '../database/types.ts';
import type { ServerLog } from '../http/monitoring/log.ts';
import type { JobService } from '../jobs/service.ts';
import type { UpstreamEnvironment } from '../kernel/tool/context.ts';
import { formatZonedTime } from '../lib/zoned-time.ts';
import type { Models } from '../newsroom/analysis/models/models.ts';
import type { Sending } from '../newsroom/mailing/queue/service.ts';

/** Connections that are still open this long after the last call are cut. */
const CLOSE_GRACE_MS = 1_000;

/** Opened parts, to be closed in the opposite order, however far the start came. */
export class Closers {
  readonly #steps: (() => unknown)[] = [];

  /** The last one is run first. */
  add(...steps: (() => unknown)[]): void {
    for (const step of steps) this.#steps.unshift(step);
  }

  async run(log: ServerLog): Promise<void> {
    for (const step of this.#steps.splice(0)) {
      try {
        await step();
      } catch (thrown) {
        log.error({ err: thrown }, 'shutdown: a component did not close');
      }
    }
    await log.flush();
  }
}

/** Parts that requests can do without. */
export interface HealthParts {
  sending: Pick<Sending, 'transport'>;
  models: Pick<Models, 'identify'>;
  jobs: Pick<JobService, 'isWell'>;
  live: UpstreamEnvironment;
  zone: string;
}

export class ReadinessCheck {
  isDraining = false;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What the door asks of both. */
  createAnswers({ sending, models, jobs, live: environment, zone }: HealthParts) {
    return {
      checkReadiness: () => this.#checkReadiness(),
      describeHealth: () => ({
        time: formatZonedTime(Date.now(), zone),
        checks: {
          mailer: sending.transport,
          llm: models.identify({ environment }) === null ? 'none' : 'ok',
          jobs: jobs.isWell ? 'ok' : 'failed',
        },
      }),
    };
  }

  async #checkReadiness(): Promise<{ isReady: boolean; checks: Record<string, 'ok' | 'failed'> }> {
    const db = await this.#database.now().then(
      () => 'ok' as const,
      () => 'failed' as const,
    );
    const accepting = this.isDraining ? 'failed' : 'ok';
    return { isReady: db === 'ok' && accepting === 'ok', checks: { accepting, db } };
  }
}

export async function closeFront(front: Server): Promise<void> {
  const closed = new Promise((done) => front.close(done));
  front.closeIdleConnections();
  const timer = setTimeout(() => front.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
