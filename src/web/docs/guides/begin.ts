/** The introductory guides: first call, MCP clients and sandbox. */
import { buildFirstSteps, buildMcpSection } from '../../../describe/guide.ts';
import { PAID_MCP_PATH } from '../../../describe/mcp-servers.ts';
import { listClients } from '../../clients.ts';
import { buildHttpSnippets, buildSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

export const firstCall: Guide = {
  id: 'first-call',
  titles: { en: 'First call', ja: '最初の呼び出し', zh: '第一次调用' },
  about: 'Make your first paid call and get a receipt, using test credit.',
  build(registry, facts) {
    const { baseUrl } = facts;
    const tool = registry.get('translate-premium') ?? registry.tools.find(({ priceMicros }) => priceMicros > 0);
    const input = tool?.definition.examples[0] ?? {};
    const create = { method: 'POST', url: `${baseUrl}/api/proxy/account/create`, token: null, isOnce: false };
    return [
      {
        title: 'Create a key',
        text: [
          'One request creates an account. You don’t need an email address or a card. `"mode":"test"` gives you test credit and sandbox responses; `"mode":"live"` creates a live account. Save the key: it is shown only once.',
        ],
        snippets: buildHttpSnippets({ ...create, body: { name: 'my agent', mode: 'test' } }),
        answer: '{ "success": true, "apiKey": "fbx_test_…", "balance": 0.25, "message": "…" }',
      },
      ...(tool
        ? [
            {
              title: 'Call a tool',
              text: [
                `All tools are called the same way. You are charged before the call runs and refunded if it fails. Set \`Idempotency-Key\` to a unique value so that retries are charged only once.`,
              ],
              snippets: buildSnippets(tool, input, baseUrl),
              answer:
                '{\n  "success": true,\n  "translated": "おはようございます",\n  "detectedSourceLang": "EN",\n  "price": "0.003 (3 WT)",\n  "balance": 0.247,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "sandbox": true\n}',
            },
          ]
        : []),
      {
        title: 'Complete script',
        text: ['Create an account, estimate the price, call the tool and retrieve the receipt.'],
        code: buildFirstSteps(registry, facts).code ?? '',
      },
      {
        title: 'Next steps',
        text: [],
        links: [
          { title: 'Tools', url: '/tools', note: 'browse prices and inputs, and run any tool from its page' },
          { title: 'Money and refunds', url: '/docs/money', note: 'how billing works and how to add funds' },
          { title: 'MCP clients', url: '/docs/mcp', note: 'use the same tools from your agent' },
        ],
      },
    ];
  },
};

export const mcpGuide: Guide = {
  id: 'mcp',
  titles: { en: 'MCP clients', ja: 'MCPクライアント', zh: 'MCP 客户端' },
  about: 'Use the same tools, prices and receipts in Claude Code, Cursor, VS Code and other clients.',
  build: (_registry, { baseUrl }) => [
    buildMcpSection(baseUrl),
    ...listClients(`${baseUrl}${PAID_MCP_PATH}`).map(({ title, withKey: { file, text } }) => ({
      title,
      text: [file === null ? 'Run:' : `In \`${file}\`:`],
      code: text,
    })),
    {
      title: 'Tool discovery',
      text: [
        '`/mcp/proxy` lists only a few tools. Use `search_tools` to find others, `describe_tool` for the input and price of a tool, and `call_tool` to run it. The price, balance and receipt of a call are in `_meta` of the result.',
        'Set `_meta["dev.farebox/idempotencyKey"]` to retry a call safely, and `maxPrice` to limit its price.',
      ],
    },
  ],
};

export const sandboxGuide: Guide = {
  id: 'sandbox',
  titles: { en: 'Sandbox', ja: 'サンドボックス', zh: '沙箱' },
  about: 'Test refunds, fallbacks and empty balances before going live.',
  build: (_registry, { baseUrl }) => [
    {
      title: 'Test keys',
      text: [
        'With a key that starts with `fbx_test_`, every tool returns simulated responses in the format of its provider. Charges and refunds work as in live mode, on your test balance. Test calls never leave the server, and responses include `"sandbox": true`.',
      ],
    },
    {
      title: 'Simulating failures',
      text: [
        'Include one of these words in your text to simulate a failure. Add `@` and a provider to make only that one fail, so that its fallback responds: `sandbox:down@deepl`.',
      ],
      items: [
        '`sandbox:down`: the provider returns 503; the call falls back to another provider or is refunded',
        '`sandbox:rate-limit=60`: the provider is rate limited for 60 seconds',
        '`sandbox:slow=1500`: a correct response after 1.5 seconds',
        '`sandbox:cut`, `sandbox:hang`, `sandbox:malformed`: a truncated response, no response, or one that is not JSON',
        '`sandbox:empty`: no results; the call is refunded',
        '`sandbox:filtered`: the provider rejects the content',
      ],
      snippets: buildHttpSnippets({
        method: 'POST',
        url: `${baseUrl}/api/proxy/translate-premium`,
        token: '<apiKey>',
        body: { text: 'sandbox:down', targetLang: 'JA' },
        isOnce: true,
      }),
      answer:
        '{\n  "success": false,\n  "error": {\n    "code": "UPSTREAM_FAILED",\n    "message": "The provider failed. Nothing was charged.",\n    "next": "Retry in a few seconds.",\n    "retryable": true,\n    "details": { "attempts": [{ "source": "deepl", "status": "failed", "ms": 2, "kind": "overloaded" }] }\n  }\n}',
    },
    {
      title: 'Empty balance',
      text: [
        'When your test balance runs out, the next call returns 402 with payment links. The links open a sandbox checkout where you can pay with test credit, or simulate a declined card or a delayed payment.',
      ],
    },
  ],
};
