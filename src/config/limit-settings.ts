/** Variables of limits: requests, new accounts, refunds, sizes and concurrency. */
import { amountUsd, inputCaps, integer, providerIds, providerRequests, setting } from './setting-kinds.ts';

export const limitSettings = {
  rateLimitPerMinute: setting(
    'Limits',
    'Requests per minute and address to tools and MCP',
    integer(1, 10_000_000),
    '100',
  ),
  adminRateLimitPerMinute: setting(
    'Limits',
    'Requests per minute and address to /admin, without a credential',
    integer(1, 10_000_000),
    '60',
  ),
  adminKeyRateLimitPerMinute: setting(
    'Limits',
    'Requests per minute to /admin of one operator: session, key or token',
    integer(1, 10_000_000),
    '600',
  ),
  feedRateLimitPerMinute: setting(
    'Limits',
    'Requests per minute and address to the public feed, without a key',
    integer(1, 10_000_000),
    '120',
  ),
  feedKeyRateLimitPerMinute: setting(
    'Limits',
    'Requests per minute and key to the public feed',
    integer(1, 10_000_000),
    '600',
  ),
  otherRateLimitPerMinute: setting(
    'Limits',
    'Requests per minute and address to everything else',
    integer(1, 10_000_000),
    '300',
  ),
  unknownKeysPerMinute: setting(
    'Limits',
    'Different invalid keys per minute and address before they get 429; valid keys are not affected',
    integer(1, 10_000_000),
    '60',
  ),
  accountCreatePerHour: setting(
    'Limits',
    'New live accounts per hour and address range (/24, /56), or person signed in',
    integer(1, 10_000_000),
    '10',
  ),
  testAccountCreatePerHour: setting(
    'Limits',
    'New test accounts per hour and address range, or person signed in',
    integer(1, 10_000_000),
    '60',
  ),
  signupPerHour: setting(
    'Limits',
    'New companies per hour and address range; invited people are not counted',
    integer(1, 10_000_000),
    '30',
  ),
  refundsPerHour: setting(
    'Limits',
    'Refunds per hour, account and tool after a provider was called; above it, the account waits before it can call that tool again',
    integer(1, 1_000_000),
    '30',
  ),
  bodyLimitBytes: setting('Limits', 'Maximum size of a JSON body in bytes', integer(1_024, 67_108_864), '1048576'),
  mcpBatchMax: setting('Limits', 'Maximum number of calls in one JSON-RPC batch', integer(1, 100), '10'),
  maxConnections: setting('Limits', 'Maximum number of open connections', integer(1, 1_000_000), '10000'),
  maxConnectionsPerAddress: setting(
    'Limits',
    'Maximum number of open connections per address; proxies in TRUST_PROXY are exempt',
    integer(1, 1_000_000),
    '1000',
  ),
  maxOpenCalls: setting('Limits', 'Maximum number of concurrent calls', integer(1, 100_000), '4096'),
  maxProviderRequests: setting(
    'Limits',
    'Concurrent requests per provider; further requests wait. Override single providers after a comma, e.g. 2000,ollama=4',
    providerRequests,
    '2000',
  ),
  conciergeModels: setting(
    'Limits',
    'Providers whose language model plans requests in plain language, first choice first; none: rules only',
    providerIds,
    'anthropic,openai,gemini,deepseek,mistral,cohere,groq,ollama,llamacpp,vllm',
  ),
  conciergeModelBudgetMicros: setting(
    'Limits',
    'Maximum cost of one question to that model, in USD; two are asked at most',
    amountUsd.refine((micros) => micros <= 10_000, 'must be at most 0.01'),
    '0.005',
  ),
  l2TimeoutMs: setting('Limits', 'Deadline of a smart tool in milliseconds', integer(1_000, 600_000), '45000'),
  inputCaps: setting(
    'Limits',
    'Input size covered by one price, e.g. llm-fast.prompt=20000,translate.text=5000',
    inputCaps,
    '',
  ),
};
