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

  it('takes a picture of 10 MiB, and none that is larger', async () => {
    const largest = await post('/api/proxy/vision', { image: pictureOf(10 * 1024 * 1024) });
    expect(largest).toMatchObject({ status: 200, body: { description: expect.stringContaining('image/gif') } });
    const before = await balance();
    expect((await post('/api/proxy/vision', { image: pictureOf(10 * 1024 * 1024 + 3) })).status).toBe(400);
    expect((await post('/api/proxy/vision', { image: pictureOf(12 * 1024 * 1024) })).status).toBe(413);
    expect(await balance()).toBe(before);
  });
});
