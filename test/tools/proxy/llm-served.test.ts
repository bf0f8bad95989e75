/** Language models through the front door: what is refused costs nothing, and a picture of 10 MiB gets in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';

let farebox: Farebox;
let key: string;
beforeAll(async () => {
  farebox = await startFarebox();
  key = (await farebox.account('test')).apiKey;
});
afterAll(() => farebox.stop());

const post = (path: string, body: object) => farebox.request('POST', path, { key, body });
const balance = async (): Promise<number> =>
  Number((await farebox.request('GET', '/api/account/balance', { key })).body.balance);

function pictureOf(bytes: number): string {
  const picture = Buffer.alloc(bytes);
  picture.write('GIF89a');
  return picture.toString('base64');
}

describe('served', () => {
  it.each(['llm-fast', 'llm-reasoning', 'llm-eu', 'llm-rag', 'llm-multimodal', 'llm-realtime'])(
    '%s refuses an unknown model before it charges',
    async (tool) => {
      const before = await balance();
      const answer = await post(`/api/proxy/${tool}`, { prompt: 'Hi', model: 'gpt-2' });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
      const history = await farebox.request('GET', '/api/proxy/account/history', { key });
      expect(history.text).not.toContain(tool);
      expect(await balance()).toBe(before);
    },
  );

  it.each([
    ['llm-fast', 'filtered', 422],
    ['llm-eu', 'empty', 404],
    ['generate', 'down', 502],
    ['vision', 'cut', 502],
  ])('%s gives the price back after %s', async (tool, failure, status) => {
    const before = await balance();
    const input = { prompt: `sandbox:${failure}`, ...(tool === 'vision' ? { image: pictureOf(100) } : {}) };
    expect(await post(`/api/proxy/${tool}`, input)).toMatchObject({ status, body: { success: false } });
    expect(await balance()).toBe(before);
  });

  it.each([
    ['llm-fast', 'large', 0.002],
    ['llm-reasoning', 'chat', 0.003],
    ['llm-eu', 'large', 0.003],
    ['llm-eu', 'code', 0.003],
    ['llm-rag', 'large', 0.002],
    ['llm-multimodal', 'medium', 0.002],
    ['llm-multimodal', 'large', 0.002],
  ])('%s with %s costs its flat price at the defaults, and more where that is allowed', async (tool, model, price) => {
    const path = `/api/proxy/${tool}`;
    const flat = await post(path, { prompt: 'What is the capital of Japan?', model });
    expect(flat).toMatchObject({ status: 200, body: { receipt: { amount: price } } });
    const long = { prompt: 'What is the capital of Japan?', model, maxTokens: 4000 };
    const refused = await post(path, long);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'PRICE_ABOVE_MAX' } } });
    const { details } = Object(refused.body.error);
    expect(details.covers.maxTokens).toBeLessThan(4000);
    const headers = { 'x-max-price': String(details.price) };
    const paid = await farebox.request('POST', path, { key, body: long, headers });
    expect(paid).toMatchObject({ status: 200, body: { receipt: { amount: details.price } } });
  });

  it('says what one price covers with the model that was named', async () => {
    const { body } = await post('/api/proxy/llm-rag', { prompt: 'Hi', model: 'large', maxTokens: 500 });
    expect(body).toMatchObject({
      error: {
        message: expect.stringContaining('240 bytes of prompt or 60 bytes of system or 100 tokens of maxTokens'),
        details: { covers: { prompt: 240, system: 60, maxTokens: 100 }, price: 0.006 },
      },
    });
  });

  it('takes a picture of 10 MiB, and none that is larger', async () => {
    const largest = await post('/api/proxy/vision', { image: pictureOf(10 * 1024 * 1024) });
    expect(largest).toMatchObject({ status: 200, body: { description: expect.stringContaining('image/gif') } });
    const before = await balance();
    expect((await post('/api/proxy/vision', { image: pictureOf(10 * 1024 * 1024 + 3) })).status).toBe(400);
    expect((await post('/api/proxy/vision', { image: pictureOf(12 * 1024 * 1024) })).status).toBe(413);
    expect(await balance()).toBe(before);
  });
});
