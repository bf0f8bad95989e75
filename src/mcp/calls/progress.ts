import type { ServerContext } from '@modelcontextprotocol/server';

/** Whoever asked for progress hears something at least this often. */
const HEARTBEAT_MS = 2_000;
/** Reports that follow sooner than this are left out. */
const SPACING_MS = 100;

export interface Progress {
  report(fraction: number, message: string): void;
  stop(): void;
}

/** Progress towards a caller that sent a token, else undefined. Values only grow, as the protocol asks. */
export function createProgress(ctx: ServerContext, timeoutMs: number): Progress | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const startedMs = Date.now();
  let reached = 0;
  let saidMs = 0;
  const say = (progress: number, message: string): void => {
    reached = progress;
    saidMs = Date.now();
    const params = { progressToken, progress, total: 1, message };
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const beat = (): void => {
    const elapsedMs = Date.now() - startedMs;
    const share = Math.min(0.99, elapsedMs / timeoutMs);
    say(share > reached ? share : reached + (1 - reached) / 100, `Running for ${Math.round(elapsedMs / 1000)} s`);
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  return {
    report: (fraction, message) => {
      if (fraction > reached && fraction <= 1 && Date.now() - saidMs >= SPACING_MS) say(fraction, message);
    },
    stop: () => clearInterval(timer),
  };
}
