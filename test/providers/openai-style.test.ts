import { describe, expect, it } from 'vitest';
import { classifyChat } from '../../src/providers/shared/openai-style.ts';

const reply = (status: number, body: unknown) => ({ status, headers: {}, json: body, text: JSON.stringify(body) });
const said = (status: number, error: unknown) => classifyChat(reply(status, { error }));

describe('classifyChat', () => {
  it.each([
    [413, { message: 'Request too large', type: 'tokens', code: 'rate_limit_exceeded' }, 'rate'],
    [413, { message: 'Payload too large' }, 'context'],
    [429, { message: 'You exceeded your quota', code: 'insufficient_quota' }, 'quota'],
    [400, { message: "This model's maximum context length is 131072 tokens." }, 'context'],
    [400, { message: 'Content Exists Risk' }, 'filtered'],
    [400, { message: 'Incorrect API key provided' }, 'auth'],
    [
      404,
      { message: 'The model `x` does not exist or you do not have access to it.', code: 'model_not_found' },
      'retired',
    ],
    [400, { message: 'Model Not Exist' }, 'retired'],
    [400, { message: 'Invalid value' }, undefined],
    [500, { message: 'maximum context length' }, undefined],
    [200, { message: 'overloaded' }, 'lying'],
    [200, null, undefined],
  ])('%i %o: %s', (status, error, kind) => {
    expect(said(status, error)).toBe(kind);
  });
});
