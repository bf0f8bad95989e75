/** Health probes and Prometheus metrics endpoints. */
import { timingSafeEqual } from 'node:crypto';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { isOperator } from '../../kernel/principal.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Exchange } from '../exchange.ts';
import { parseBearerToken } from '../requests/credentials.ts';
import type { Guards } from '../requests/guards.ts';
import type { Metrics } from './metrics.ts';

/** Whether the server can take calls now; `checks` names what was looked at. */
export interface Readiness {
  isReady: boolean;
  checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

export interface HealthDeps {
  version: string;
  metricsToken?: string;
  metrics: Metrics;
  guards: Guards;
  checkReadiness(): Readiness | Promise<Readiness>;
  /** What `/health` tells beside it: the time, and the parts that requests can do without. */
  describeHealth?(): HealthReport;
}

export interface HealthReport {
  /** ISO 8601 with offset. */
  time: string;
  checks: Readonly<Record<string, string>>;
}

const READINESS_TIMEOUT_MS = 2_000;
/** Probes come often, and each look costs the database a query. */
const READINESS_FRESH_MS = 500;

export const OPERATIONAL_PATHS: ReadonlySet<string> = new Set(['/health', '/health/live', '/health/ready', '/metrics']);

export class Health {
  readonly #deps: HealthDeps;
  #latest: { atMs: number; readiness: Promise<Readiness> } | undefined;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
  }

  /** Answers GET and HEAD on one of `OPERATIONAL_PATHS`. */
  async serve(exchange: Exchange): Promise<void> {
    if (exchange.pathname === '/metrics') return this.#serveMetrics(exchange);
    if (exchange.pathname === '/health/live') return sendJson(exchange, 200, { status: 'ok' });
    const { isReady, checks } = await this.#getReadiness();
    const code = isReady ? 200 : 503;
    if (exchange.pathname !== '/health')
      return sendJson(exchange, code, { status: isReady ? 'ok' : 'unavailable', checks });
    const { version, describeHealth } = this.#deps;
    const { checks: more = {}, ...facts } = describeHealth?.() ?? {};
    sendJson(exchange, code, { status: isReady ? 'ok' : 'down', version, ...facts, checks: { ...checks, ...more } });
  }

  #getReadiness(): Promise<Readiness> {
    const nowMs = Date.now();
    if (!this.#latest || nowMs - this.#latest.atMs > READINESS_FRESH_MS) {
      this.#latest = { atMs: nowMs, readiness: this.#checkReadiness() };
    }
    return this.#latest.readiness;
  }

  async #checkReadiness(): Promise<Readiness> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<Readiness>((resolve) => {
      timer = setTimeout(() => resolve({ isReady: false, checks: { answer: 'failed' } }), READINESS_TIMEOUT_MS);
    });
    try {
      return await Promise.race([this.#deps.checkReadiness(), tooLate]);
    } catch {
      return { isReady: false, checks: { answer: 'failed' } };
    } finally {
      clearTimeout(timer);
    }
  }

  /** For the holder of METRICS_TOKEN and the operator; nobody else learns that it is there. */
  async #serveMetrics(exchange: Exchange): Promise<void> {
    const token = parseBearerToken(exchange.req.headers.authorization);
    if (token === undefined) throw new FareboxError('NOT_FOUND');
    await this.#assertOpensMetrics(token, exchange);
    const { text, type } = await this.#deps.metrics.read();
    exchange.send(200, [...exchange.buildHeaders(), 'Cache-Control', 'no-store'], type, text);
  }

  async #assertOpensMetrics(token: string, exchange: Exchange): Promise<void> {
    const { metricsToken, guards } = this.#deps;
    guards.admit(token, exchange.address.ip);
    if (metricsToken !== undefined && isEqualText(token, metricsToken)) return;
    try {
      if (isOperator(await guards.identify(token, exchange.address.ip))) return;
    } catch (thrown) {
      if (!(thrown instanceof FareboxError) || thrown.code !== 'UNAUTHENTICATED') throw thrown;
      const { guess } = thrown.facts;
      throw new FareboxError('NOT_FOUND', guess === undefined ? {} : { guess });
    }
    throw new FareboxError('NOT_FOUND');
  }
}

function sendJson(exchange: Exchange, status: number, body: object): void {
  const headers = [...exchange.buildHeaders(), 'Cache-Control', 'no-store'];
  exchange.send(status, headers, 'application/json; charset=utf-8', JSON.stringify(body));
}

/** In constant time, whatever the lengths. */
function isEqualText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)));
}
