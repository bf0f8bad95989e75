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
  const detail = `up to ${gifts} per day; set spending limits at your providers as well`;
  const findings: Finding[] = [{ what: 'Budgets', state: 'ok', detail }];
  if (!hasPublicAddress(config) && isLocalHost(config.host)) return findings;
  const warn = (what: string, why: string): void => void findings.push({ what, state: 'warning', detail: why });
  if (rateLimitPerMinute > REQUESTS_A_MINUTE_USUAL)
    warn('RATE_LIMIT_PER_MINUTE', `${rateLimitPerMinute}: a single address could overload the server. Lower it`);
  if (maxConnectionsPerAddress * CONNECTIONS_SHARE > maxConnections)
    warn(
      'MAX_CONNECTIONS_PER_ADDRESS',
      `more than a quarter of MAX_CONNECTIONS: a few addresses could use them all. Lower it`,
    );
  if (config.operatorContact === '')
    warn('OPERATOR_CONTACT', 'not set: nobody knows where to report a security issue. Set an email or web address');
  return findings;
}
