/** The guides about money: what is charged, what is charged once, and how to prove it. */
import { buildMoneySection, buildReceiptSection, ERRORS_SECTION } from '../../../describe/guide.ts';
import { catalogue } from '../../../kernel/errors/catalogue.ts';
import { buildHttpSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

const get = (url: string) => ({ method: 'GET', url, token: '<apiKey>', body: null, isOnce: false });

export const moneyGuide: Guide = {
  id: 'money',
  titles: { en: 'Money and refunds', ja: '料金と返金', zh: '扣费与退款' },
  about: 'When you are charged, when you are refunded, and how to add funds.',
  build: (_registry, facts) => [
    buildMoneySection(facts),
    {
      title: 'Automatic refunds',
      text: [
        'A charge is recorded before anything is sent to a provider. If no provider answers, the response is invalid, or the server crashes mid-call, you are refunded automatically. The call log shows the reason.',
        'You are never charged for invalid input, an insufficient balance, a tool that isn’t configured or an exceeded key limit.',
      ],
      items: [
        '`GET /api/account/calls`: all calls, including failed and refused ones',
        '`GET /api/account/receipts/<callId>`: the signed receipt, with state `settled` or `refunded`',
        '`GET /api/proxy/account/history`: deposits, charges and refunds',
      ],
      snippets: buildHttpSnippets(get(`${facts.baseUrl}/api/account/balance`)),
      answer: '{ "success": true, "balance": 0.247, "callCount": 1, "totalSpent": 0.003 }',
    },
    {
      title: 'Spending limits',
      text: [
        'The root key of an account manages all other keys. Create one key per agent and set its daily, total and per-call limits and the tools it can use. Limits are enforced as part of each charge, so concurrent calls can’t exceed them.',
      ],
      snippets: buildHttpSnippets({
        method: 'POST',
        url: `${facts.baseUrl}/api/account/keys`,
        token: '<apiKey>',
        body: { name: 'night shift', caps: { perDay: 1, perCall: 0.01 } },
        isOnce: false,
      }),
    },
  ],
};

export const idempotencyGuide: Guide = {
  id: 'idempotency',
  titles: { en: 'Safe retries', ja: '安全な再試行', zh: '安全重试' },
  about: 'Use idempotency keys to retry calls without being charged twice.',
  build: () => [
    {
      title: 'One key per call',
      text: [
        'Send a unique `Idempotency-Key` with every paid call. If the connection drops and you don’t know the outcome, send the same call again with the same key.',
      ],
      items: [
        'Still running: the retry waits and returns the same response.',
        'Completed: the retry returns the stored response with `Idempotency-Replayed: true` and is not charged.',
        'Insufficient balance: nothing was recorded. Top up and retry.',
        'Same key, different input: 409 `IDEMPOTENCY_CONFLICT`; nothing runs.',
      ],
    },
    {
      title: 'With MCP',
      text: [
        'Set the key in `_meta["dev.farebox/idempotencyKey"]` of the tool call, or in the argument `idempotencyKey`. Responses are stored for 24 hours.',
      ],
    },
  ],
};

export const errorsGuide: Guide = {
  id: 'errors',
  titles: { en: 'Errors', ja: 'エラー', zh: '错误' },
  about: 'Every error tells you what happened, what to do next and whether a retry can help.',
  build: () => [
    ERRORS_SECTION,
    {
      title: 'Error format',
      text: ['`code` is stable. `message` and `next` are written for people and models and may change.'],
      answer: `{
  "success": false,
  "error": {
    "code": "RATE_LIMITED",
    "message": "${catalogue.RATE_LIMITED.message}",
    "next": "${catalogue.RATE_LIMITED.next}",
    "retryable": true
  },
  "requestId": "…"
}`,
    },
    {
      title: 'All error codes',
      text: ['Listed with the HTTP status of the REST API. The API reference lists the errors of each operation.'],
      items: Object.entries(catalogue).map(
        ([code, { status, message, next }]) => `\`${status} ${code}\`: ${message} ${next}`,
      ),
    },
  ],
};

export const receiptsGuide: Guide = {
  id: 'receipts',
  titles: { en: 'Verifying receipts', ja: 'レシートの検証', zh: '验证收据' },
  about: 'Verify a call independently, without contacting the server.',
  build(_registry, { baseUrl }) {
    const section = buildReceiptSection(baseUrl);
    return [
      {
        title: 'Receipt contents',
        text: [
          'Every paid call returns a receipt with the call, account, tool, price, state and time. `jws` contains the same data, signed by this server with Ed25519 as a compact JWS. The public keys are at `/.well-known/jwks.json`. Retired keys stay there, so you can always verify old receipts.',
        ],
        snippets: buildHttpSnippets(get(`${baseUrl}/api/account/receipts/<callId>`)),
        answer:
          '{\n  "success": true,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "jws": "eyJhbGciOiJFZERTQSIs…"\n}',
      },
      {
        title: 'Verify the signature',
        text: section.text,
        snippets: [
          { name: 'JavaScript', code: section.code ?? '' },
          { name: 'Python', code: writePythonCheck(baseUrl) },
        ],
      },
      {
        title: 'In the browser',
        text: [
          'Open a receipt in the dashboard and click “Verify signature”. The check runs in your browser with the published key, so you don’t have to trust the server.',
        ],
      },
    ];
  },
};

const writePythonCheck = (baseUrl: string): string => `# pip install cryptography
import base64, json, sys, urllib.request
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

decode = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
head, payload, signature = sys.argv[1].split(".")
keys = json.load(urllib.request.urlopen("${baseUrl}/.well-known/jwks.json"))["keys"]
key = next(one for one in keys if one["kid"] == json.loads(decode(head))["kid"])
Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(decode(signature), f"{head}.{payload}".encode())
print(decode(payload).decode())  # verify() raises InvalidSignature for an invalid receipt`;
