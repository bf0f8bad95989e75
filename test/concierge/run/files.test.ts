/** Steps that answer with a file: kept under an address, or in the answer itself when nothing more can be kept. */
import { expect, it } from 'vitest';
import { FILE_BYTES_MAX, FILES_ACCOUNT_BYTES_MAX, openFiles } from '../../../src/files/files.ts';
import { openConciergeWorld } from './world.ts';

const tools = [
  { tool: 'llm-fast', input: { prompt: 'What is the capital of Japan?' } },
  { tool: 'speech-synthesis', input: { text: 'Good morning' } },
];

it('a file that cannot be kept comes with the answer: what was paid for is there', async () => {
  const world = await openConciergeWorld('sqlite');
  const principal = await world.payer(200_000);
  const kept = await world.smart({ tools }, principal);
  expect(kept).toMatchObject({
    status: 200,
    results: [{ ok: true }, { ok: true, output: { url: expect.stringContaining('/media/'), type: 'audio/mpeg' } }],
  });

  const media = openFiles(world.ledger.database, 'https://farebox.example');
  for (let size = FILE_BYTES_MAX, left = FILES_ACCOUNT_BYTES_MAX; size >= 1_000; left -= size) {
    if (left < size) size = Math.floor(size / 2);
    const isKept = await media.put(new Uint8Array(size), 'audio/mpeg', 'a.mp3', principal).catch(() => null);
    if (isKept === null) size = Math.floor(size / 2);
  }
  const answer = await world.smart({ tools }, principal);
  expect(answer).toMatchObject({
    status: 200,
    toolsUsed: ['llm-fast', 'speech-synthesis'],
    results: [{ ok: true }, { ok: true, output: { type: 'audio/mpeg', data: expect.stringMatching(/^[\w+/]+=*$/) } }],
    receipt: { amount: answer.totalCost },
  });
  await world.stop();
});
