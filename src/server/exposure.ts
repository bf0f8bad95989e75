/** `farebox doctor` about budgets and limits: what strangers may use up of a server that is reached from outside. */
import type { Config } from '../config/config.ts';
import type { Finding } from '../database/examine.ts';
import { toUsdText } from '../lib/money.ts';

/** A right program of one address has no use for more requests a minute. */
const REQUESTS_A_MINUTE_USUAL = 6_000;
/** A quarter of all connections for one address leaves enough for others. */
const CONNECTIONS_SHARE = 4;

export const isLocalHost = (host: string): boolean => host === '127.0.0.1' || host === '::1' || host === 'localhost';

export const hasPublicAddress = ({ baseUrl }: Config): boolean =>
  baseUrl !== undefined && !/^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);

export function examineBudgets(config: Config): Finding[] {
  const { welcomeMicrosPerDay, debugLlmPerDay, rateLimitPerMinute, maxConnections, maxConnectionsPerAddress } = config;
  const gifts = `${toUsdText(welcomeMicrosPerDay)} USD of welcome credit (WELCOME_USD_PER_DAY) and ${debugLlmPerDay} diagnoses by a model (DEBUG_LLM_PER_DAY)`;
  const detail = `at most ${gifts} are given away in a day; spending limits at the upstreams are yours to set`;
  const findings: Finding[] = [{ what: 'Budgets', state: 'ok', detail }];
  if (!hasPublicAddress(config) && isLocalHost(config.host)) return findings;
  const warn = (what: string, why: string): void => void findings.push({ what, state: 'warning', detail: why });
  if (rateLimitPerMinute > REQUESTS_A_MINUTE_USUAL)
    warn('RATE_LIMIT_PER_MINUTE', `is ${rateLimitPerMinute}: one address may use up the machine`);
  if (maxConnectionsPerAddress * CONNECTIONS_SHARE > maxConnections)
    warn('MAX_CONNECTIONS_PER_ADDRESS', `is over a quarter of MAX_CONNECTIONS: a few addresses may hold all of them`);
  if (config.operatorContact === '')
    warn('OPERATOR_CONTACT', 'unset: nobody is told whom to tell of a fault of security');
  return findings;
}
