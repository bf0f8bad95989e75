/** The guides that one reads first: a call, a client, the sandbox. */
import { buildFirstSteps, buildMcpSection } from '../../../describe/guide.ts';
import { PAID_MCP_PATH } from '../../../describe/mcp-servers.ts';
import { listClients } from '../../clients.ts';
import { buildHttpSnippets, buildSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

export const firstCall: Guide = {
  id: 'first-call',
  titles: { en: 'First call', ja: '最初の呼び出し', zh: '第一次调用' },
  about: 'From nothing to a paid answer with a receipt, in play money.',
  build(registry, facts) {
    const { baseUrl } = facts;
    const tool = registry.get('translate-premium') ?? registry.tools.find(({ priceMicros }) => priceMicros > 0);
    const input = tool?.definition.examples[0] ?? {};
    const create = { method: 'POST', url: `${baseUrl}/api/proxy/account/create`, token: null, isOnce: false };
    return [
      {
        title: 'Make a key',
        text: [
          'An account is made by one request, without an address or a card. `"mode":"test"` gives it play money, and a sandbox answers its calls; leave it out for a real one. The key is shown once.',
        ],
        snippets: buildHttpSnippets({ ...create, body: { name: 'my agent', mode: 'test' } }),
        answer: '{ "success": true, "apiKey": "fbx_test_…", "balance": 0.25, "message": "…" }',
      },
      ...(tool
        ? [
            {
              title: 'Call a tool',
              text: [
                `Every tool is called in the same way. The price is taken before the work and given back when it fails. \`Idempotency-Key\` is your own text for this one call: a repeat under it is charged once.`,
              ],
              snippets: buildSnippets(tool, input, baseUrl),
              answer:
                '{\n  "success": true,\n  "translated": "おはようございます",\n  "detectedSourceLang": "EN",\n  "price": "0.003 (3 WT)",\n  "balance": 0.247,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "sandbox": true\n}',
            },
          ]
        : []),
      {
        title: 'All steps as a script',
        text: ['Make an account, ask what a call would cost, call, and read the receipt again.'],
        code: buildFirstSteps(registry, facts).code ?? '',
      },
      {
        title: 'Where to go on',
        text: [],
        links: [
          { title: 'Tools', url: '/tools', note: 'each with its price, its input and a form that runs it' },
          { title: 'Money and refunds', url: '/docs/money', note: 'what is charged when, and how to pay in' },
          { title: 'MCP clients', url: '/docs/mcp', note: 'the same tools in an agent' },
        ],
      },
    ];
  },
};

export const mcpGuide: Guide = {
  id: 'mcp',
  titles: { en: 'MCP clients', ja: 'MCPクライアント', zh: 'MCP 客户端' },
  about: 'The same tools, prices and receipts in Claude Code, Cursor, VS Code and others.',
  build: (_registry, { baseUrl }) => [
    buildMcpSection(baseUrl),
    ...listClients(`${baseUrl}${PAID_MCP_PATH}`).map(({ title, withKey: { file, text } }) => ({
      title,
      text: [file === null ? 'Run:' : `In \`${file}\`:`],
      code: text,
    })),
    {
      title: 'What a model sees',
      text: [
        '`/mcp/proxy` lists a few tools; `search_tools` finds all others, `describe_tool` tells the input and the price of one, `call_tool` runs it. Price, balance and receipt of a call stand in `_meta` of the result.',
        'A tool call may carry `_meta["dev.farebox/idempotencyKey"]`, and `maxPrice` says how much it may cost.',
      ],
    },
  ],
};

export const sandboxGuide: Guide = {
  id: 'sandbox',
  titles: { en: 'The sandbox', ja: 'サンドボックス', zh: '沙箱' },
  about: 'Try refunds, fallback and empty balances before they happen.',
  build: (_registry, { baseUrl }) => [
    {
      title: 'Test keys',
      text: [
        'Keys that start with `fbx_test_` run every tool against made-up answers in each upstream’s own format, with the same charges and refunds on a test balance. Nothing of a test call leaves the server. Answers say `"sandbox": true`.',
      ],
    },
    {
      title: 'Failures on request',
      text: [
        'A text with one of these words makes the upstream fail in that way. `@` names a single provider, whose fallback then answers: `sandbox:down@deepl`.',
      ],
      items: [
        '`sandbox:down`: 503; the call is refunded, or another provider answers',
        '`sandbox:rate-limit=60`: the provider asks to come back in 60 seconds',
        '`sandbox:slow=1500`: a right answer, late by 1.5 seconds',
        '`sandbox:cut`, `sandbox:hang`, `sandbox:malformed`: a broken answer, none at all, one that is not JSON',
        '`sandbox:empty`: nothing is found; the call is refunded',
        '`sandbox:filtered`: the content is declined',
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
      title: 'An empty balance',
      text: [
        'Spend the test balance, and the next call answers 402 with payment links. They open a page that takes play money, and has buttons for a card that is declined and a payment that comes late.',
      ],
    },
  ],
};
