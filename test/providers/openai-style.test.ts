import { describe, expect, it } from 'vitest';
import { classifyChat } from '../../src/providers/shared/chat/openai-style.ts';

const reply = (status: number, body: unknown) => ({ status, headers: {}, json: body, text: JSON.stringify(body) });
const said = (status: number, error: unknown) => classifyChat(reply(status, { error }));

describe('classifyChat', () => {
  it.each([
    [413, { message: 'Request too large for model `x`', type: 'tokens', code: 'rate_limit_exceeded' }, 'context'],
    [429, { message: 'Request too large for x on tokens per min', code: 'rate_limit_exceeded' }, 'context'],
    [429, { message: 'Rate limit reached for model `x`', type: 'tokens', code: 'rate_limit_exceeded' }, 'rate'],
    [400, { message: 'The request exceeds the available context size', type: 'exceed_context_size_error' }, 'context'],
    [400, { message: 'The decoder prompt is longer than the maximum model length of 4096.' }, 'context'],
    [400, { message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum' }, 'context'],
    [
      400,
      { message: "This model's maximum prompt length is 131072 but the request contains 200000 tokens." },
      'context',
    ],
    [400, { message: 'Please reduce the length of the messages.', code: 'context_length_exceeded' }, 'context'],
    [200, { message: 'maximum context length', code: 400 }, 'context'],
    [403, { message: 'Project `p` does not have access to model `x`', code: 'model_not_found' }, 'retired'],
    [403, { message: 'Forbidden' }, undefined],
    [400, { message: 'Invalid model: x', type: 'invalid_model', code: '1500' }, 'retired'],
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
