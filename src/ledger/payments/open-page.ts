/** Makes a page at the payment provider under an id of ours: once, however many ask for it at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';

/** Another instance may be making the same session at this very moment. */
const TRIES_MAX = 3;
const PAUSE_MS = 300;

export interface ProviderPage {
  sessionId: string;
  /** Where a person opens it. */
  url: string;
}

export interface PageSteps<Row> {
  /** The row of the open page, or a new one. */
  reserve(): Promise<Row>;
  /** Null while its session is still to be made. */
  findPage(row: Row): ProviderPage | null;
  /** Asks the provider, with the row's id as the idempotency key. */
  make(row: Row): Promise<ProviderPage>;
  note(row: Row, page: ProviderPage): Promise<unknown>;
  /** Gives up a page that the provider has refused to make. */
  drop(row: Row): Promise<unknown>;
}

/** Throws UpstreamFailure. */
export async function openPage<Row>(steps: PageSteps<Row>, signal: AbortSignal): Promise<ProviderPage> {
  for (let tries = 1; ; tries++) {
    const row = await steps.reserve();
    const existing = steps.findPage(row);
    if (existing) return existing;
    try {
      const page = await steps.make(row);
      await steps.note(row, page);
      return page;
    } catch (thrown) {
      if (!(thrown instanceof UpstreamFailure) || tries === TRIES_MAX) throw thrown;
      if (thrown.kind === 'bad_request') {
        // It may have been asked for otherwise before, at another BASE_URL: a new one is asked for under its own id.
        await steps.drop(row);
        if (tries > 1) throw thrown;
      } else if (thrown.facts.status === 409) {
        await sleep(PAUSE_MS, undefined, { signal });
      } else {
        throw thrown;
      }
    }
  }
}
