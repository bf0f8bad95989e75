/** Samples of the guides about money: charges, retries, errors and receipts. */
import { buildReceiptSection } from '../../../describe/guide.ts';
import { catalogue } from '../../../kernel/errors/catalogue.ts';
import type { ErrorCode } from '../../../kernel/errors/errors.ts';
import type { Language } from '../../../locales/language.ts';
import { buildHttpSnippets } from '../../snippets.ts';
import { explainErrorCode } from '../../texts/error-texts.ts';
import type { Guide } from './types.ts';

const get = (url: string) => ({ method: 'GET', url, token: '<apiKey>', body: null, isOnce: false });

export const moneyGuide: Guide = {
  id: 'money',
  buildSamples: ({ facts: { baseUrl } }) => ({
    balance: {
      snippets: buildHttpSnippets(get(`${baseUrl}/api/account/balance`)),
      answer: '{ "success": true, "balance": 0.247, "callCount": 1, "totalSpent": 0.003 }',
    },
    limits: {
      snippets: buildHttpSnippets({
        method: 'POST',
        url: `${baseUrl}/api/account/keys`,
        token: '<apiKey>',
        body: { name: 'night shift', caps: { perDay: 1, perCall: 0.01 } },
        isOnce: false,
      }),
    },
  }),
};

export const idempotencyGuide: Guide = { id: 'idempotency', buildSamples: () => ({}) };

export const errorsGuide: Guide = {
  id: 'errors',
  buildSamples: (_props, language) => ({
    format: {
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
    codes: { items: listCodes(language) },
  }),
};

const CODES = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue);

function listCodes(language: Language): string[] {
  return CODES.map((code) => {
    const { status, message, next } = catalogue[code];
    return `\`${status} ${code}\`: ${explainErrorCode(code, language) ?? `${message} ${next}`}`;
  });
}

export const receiptsGuide: Guide = {
  id: 'receipts',
  buildSamples: ({ facts: { baseUrl } }) => ({
    receipt: {
      snippets: buildHttpSnippets(get(`${baseUrl}/api/account/receipts/<callId>`)),
      answer:
        '{\n  "success": true,\n  "receipt": { "callId": "call_…", "tool": "translate-premium", "state": "settled", "amount": 0.003, "at": "…" },\n  "jws": "eyJhbGciOiJFZERTQSIs…"\n}',
    },
    verification: {
      snippets: [
        { name: 'JavaScript', code: buildReceiptSection(baseUrl).code ?? '' },
        { name: 'Python', code: writePythonCheck(baseUrl) },
      ],
    },
  }),
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
