/** The parts of the API description that are the same for every tool. */
import { catalogue } from './errors.ts';

const text = { type: 'string' };

export const gatewayError = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { enum: Object.keys(catalogue) },
        message: text,
        next: { ...text, description: 'What to do next.' },
        retryable: { type: 'boolean' },
        details: { type: 'object' },
      },
      required: ['code', 'message', 'next', 'retryable'],
    },
    requestId: text,
    deposit: { type: 'object', description: 'With INSUFFICIENT_BALANCE: show one of its paymentLinks to the owner.' },
    balance: { type: 'number' },
    required: { type: 'number' },
  },
  required: ['success', 'error', 'requestId'],
};

export const newsroomError = { type: 'object', properties: { detail: text, code: text }, required: ['detail'] };

export const receipt = {
  type: 'object',
  properties: {
    callId: text,
    agentId: text,
    tool: text,
    mode: { enum: ['live', 'test'] },
    state: { enum: ['settled', 'refunded'] },
    amount: { type: 'number', description: 'USD charged for the call.' },
    at: { type: 'string', format: 'date-time' },
    jws: { ...text, description: 'The signed form, with Prefer: receipt=signed.' },
  },
  required: ['callId', 'agentId', 'tool', 'mode', 'state', 'amount', 'at'],
};

const header = (name: string, description: string, schema: object) => ({ name, in: 'header', description, schema });

const idempotencyKey = header('Idempotency-Key', 'The same key for the same call: it is charged once.', {
  type: 'string',
  minLength: 1,
  maxLength: 255,
});
const maxPrice = header('X-Max-Price', 'Refuse to pay more than this many USD.', {
  type: 'string',
  pattern: '^\\d{1,7}(\\.\\d{1,6})?$',
});
const prefer = header('Prefer', 'Ask for the signed receipt.', { enum: ['receipt=signed'] });

export const rateHeaders = {
  'X-RateLimit-Limit': { description: 'Requests a window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'End of the window, Unix seconds.', schema: { type: 'integer' } },
};

export const commonParameters = { idempotencyKey, maxPrice, prefer };
