/** The guides about money: what is charged, what is charged once, and how to prove it. */
import { buildMoneySection, buildReceiptSection, ERRORS_SECTION } from '../../../describe/guide.ts';
import { catalogue } from '../../../kernel/errors/catalogue.ts';
import { buildHttpSnippets } from '../../snippets.ts';
import type { Guide } from './types.ts';

const get = (url: string) => ({ method: 'GET', url, token: '<apiKey>', body: null, isOnce: false });

export const moneyGuide: Guide = {
  id: 'money',
  titles: { en: 'Money and refunds', ja: '料金と返金', zh: '扣费与退款' },
  about: 'What is charged when, what comes back by itself, and how a balance is filled.',
  build: (_registry, facts) => [
    buildMoneySection(facts),
    {
      title: 'A call that fails costs nothing',
      text: [
        'The price is written down before anything is sent to a provider. When no provider answers, the answer breaks its promise, or this very server dies in the middle, the price goes back to the balance by itself, and the log says why.',
        'Invalid input, an empty balance, a tool that is not set up and a limit of a key are refused before the charge.',
      ],
      items: [
        '`GET /api/account/calls`: every call, those that failed and those that were refused as well',
        '`GET /api/account/receipts/<callId>`: the signed receipt, `settled` or `refunded`',
        '`GET /api/proxy/account/history`: deposits, charges and refunds',
      ],
      snippets: buildHttpSnippets(get(`${facts.baseUrl}/api/account/balance`)),
      answer: '{ "success": true, "balance": 0.247, "callCount": 1, "totalSpent": 0.003 }',
    },
    {
      title: 'Spending limits',
      text: [
        'The first key of an account manages the others. Give each agent a key of its own, with what it may spend in a day, in all and with one call, and which tools it may use. A limit is decided within the charge: ten calls at once cannot pass it together.',
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
  titles: { en: 'Repeating a call', ja: '呼び出しの再送', zh: '重复调用' },
  about: 'A key of your own makes it safe to send a call again.',
  build: () => [
    {
      title: 'One key for one call',
      text: [
        'Send `Idempotency-Key` with every paid call, a text of yours that no other call has. When the connection breaks and you do not know what happened, send the same call with the same key again.',
      ],
      items: [
        'The first one is still running: the repeat waits for it and gets the same answer.',
        'It has ended: the repeat gets the recorded answer, with `Idempotency-Replayed: true`, and is not charged.',
        'It was refused for want of balance: nothing was recorded; pay in and send it again.',
        'The same key with another input: 409 `IDEMPOTENCY_CONFLICT`, and nothing runs.',
      ],
    },
    {
      title: 'Over MCP',
      text: [
        'The key stands in `_meta["dev.farebox/idempotencyKey"]` of the tool call, or as the argument `idempotencyKey`. Answers are kept for 24 hours.',
      ],
    },
  ],
};

export const errorsGuide: Guide = {
  id: 'errors',
  titles: { en: 'Errors', ja: 'エラー', zh: '错误' },
  about: 'Each says what happened, what to do next, and whether to try again.',
  build: () => [
    ERRORS_SECTION,
    {
      title: 'Their form',
      text: ['`code` never changes; `message` and `next` are sentences for people and models.'],
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
      title: 'All of them',
      text: [
        'With the HTTP status of the REST routes. Which of them an operation can answer stands at each in the reference.',
      ],
      items: Object.entries(catalogue).map(
        ([code, { status, message, next }]) => `\`${status} ${code}\`: ${message} ${next}`,
      ),
    },
  ],
};

export const receiptsGuide: Guide = {
  id: 'receipts',
  titles: { en: 'Verifying a receipt', ja: 'レシートの検証', zh: '验证收据' },
  about: 'Proof of a call that holds without asking anybody.',
  build(_registry, { baseUrl }) {
    const section = buildReceiptSection(baseUrl);
    return [
      {
        title: 'What it is',
        text: [
          'Every paid call ends with a receipt: call, account, tool, price, state and time. `jws` beside it is the same, signed by this server with Ed25519 (a compact JWS). The public keys stand at `/.well-known/jwks.json`; keys that are not used any more stay there, so that old receipts can be checked.',
        ],
        snippets: buildHttpSnippets(get(`${baseUrl}/api/account/receipts/<callId>`)),
        answer:
          '{\n  "success": true,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "jws": "eyJhbGciOiJFZERTQSIs…"\n}',
      },
      {
        title: 'Check the signature',
        text: section.text,
        snippets: [
          { name: 'JavaScript', code: section.code ?? '' },
          { name: 'Python', code: writePythonCheck(baseUrl) },
        ],
      },
      {
        title: 'In the browser',
        text: [
          'The dashboard shows each receipt as a ticket, and its Verify button checks the signature in your browser with the published key: no server is believed, not even this one.',
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
print(decode(payload).decode())  # verify raises InvalidSignature for what is not genuine`;
