/** Settings of the HTTP server, named like the variables. */
export interface HttpConfig {
  version: string;
  /** Public address without a slash at the end. */
  baseUrl: string;
  /** Proxies whose `X-Forwarded-For` is believed: addresses and CIDR ranges. */
  trustProxy: readonly string[];
  /** Requests a minute and address to /api/proxy, /api/v2 and /mcp together. */
  rateLimitPerMinute: number;
  /** The same for /admin and /internal, from callers without a credential. */
  adminRateLimitPerMinute: number;
  /** The same for each session, key or token there. */
  adminKeyRateLimitPerMinute: number;
  /** The same for the public feed, from callers without a key. */
  feedRateLimitPerMinute: number;
  /** The same for each key there. */
  feedKeyRateLimitPerMinute: number;
  /** The same for every other path. */
  otherRateLimitPerMinute: number;
  /** Different credentials a minute and address that never were ours. */
  unknownKeysPerMinute: number;
  /** Largest body of a request, unless a tool says otherwise. */
  bodyLimitBytes: number;
  allowQueryKey: boolean;
  /** Tokens that a caller without a key can pay single calls with; absent where none are taken. */
  paymentAssets?: readonly string[];
  /** Hosts, with or without a port, whose pages may call the MCP servers. */
  allowedOrigins: readonly string[];
  /** Opens `/metrics`; without it only the operator may read them. */
  metricsToken?: string;
  headersTimeoutMs: number;
  /** From the first byte of a request to the last byte of its body. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** Request line and headers together. */
  headerBytesMax: number;
  connectionsMax: number;
  /** Open at once from one address that is no trusted proxy. */
  connectionsPerAddressMax: number;
  /** A connection on which nothing moves for so long is cut, whoever was to send. */
  idleTimeoutMs: number;
}

export const httpDefaults = {
  trustProxy: [],
  rateLimitPerMinute: 100,
  adminRateLimitPerMinute: 60,
  adminKeyRateLimitPerMinute: 600,
  feedRateLimitPerMinute: 120,
  feedKeyRateLimitPerMinute: 600,
  otherRateLimitPerMinute: 300,
  unknownKeysPerMinute: 60,
  bodyLimitBytes: 1_048_576,
  allowQueryKey: true,
  allowedOrigins: [],
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  headerBytesMax: 16_384,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 1_000,
  idleTimeoutMs: 900_000,
} satisfies Partial<HttpConfig>;
