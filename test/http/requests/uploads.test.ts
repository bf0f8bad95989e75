import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_BYTES_MAX, ran } from '../a-catalogue.ts';
import { type Front, POOR_KEY, RICH_KEY, SECOND_KEY, type SendOptions, startFront } from '../a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront();
});
afterAll(() => front.close());

interface Part {
  name: string;
  value: string | Uint8Array;
  filename?: string;
}

const BOUNDARY = '----farebox-test';

function form(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const type = `multipart/form-data; boundary=${BOUNDARY}`;

const post = (body: Buffer, { headers, key = RICH_KEY }: SendOptions = {}) =>
  front.send('POST', '/api/proxy/measure', { key, body, headers: { 'content-type': type, ...headers } });

const post1 = (bytes: number, more: readonly Part[] = []) =>
  post(form([{ name: 'data', value: randomBytes(bytes), filename: 'a.bin' }, ...more]));

const code = (json: Record<string, unknown>): unknown => Object(json.error).code;

const openConnections = ({ server }: Front): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

async function leftFolders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('farebox-upload-'));
}

describe('a form with a file', () => {
  it('is read: the file as bytes, texts like those of a query', async () => {
    const { status, json } = await post1(100_000, [
      { name: 'times', value: '7' },
      { name: 'word', value: 'やあ' },
    ]);
    expect(status).toBe(200);
    expect(json).toMatchObject({ bytes: 100_000, times: 7, word: 'やあ', price: '0.002 (2 WT)' });
  });

  it('may be JSON, may have no file, and an empty file is a file', async () => {
    const json = await front.send('POST', '/api/proxy/measure', { key: RICH_KEY, body: { times: 3 } });
    expect(json.json).toMatchObject({ bytes: -1, times: 3 });
    expect((await post(form([{ name: 'times', value: '2' }]))).json).toMatchObject({ bytes: -1, times: 2 });
    expect((await post1(0)).json).toMatchObject({ bytes: 0 });
  });

  it('may be as large as its rule and no larger', async () => {
    expect((await post1(FILE_BYTES_MAX)).json).toMatchObject({ bytes: FILE_BYTES_MAX });
    const { status, json } = await post1(FILE_BYTES_MAX + 1);
    expect([status, code(json), Object(json.error).details]).toEqual([413, 'TOO_LARGE', { maxBytes: FILE_BYTES_MAX }]);
    expect((await post1(3_000_000)).status).toBe(413);
  });

  it('names what it does not know, and takes one file a field', async () => {
    const other = await post1(5, [{ name: 'other', value: 'x', filename: 'b.bin' }]);
    expect(other.json).toMatchObject({ bytes: 5, warnings: [expect.stringContaining('"other"')] });
    const twice = await post1(5, [{ name: 'data', value: 'x', filename: 'b.bin' }]);
    expect([twice.status, code(twice.json)]).toEqual([400, 'INVALID_INPUT']);
    const wrong = await post1(5, [{ name: 'times', value: 'many' }]);
    expect([wrong.status, code(wrong.json)]).toEqual([400, 'INVALID_INPUT']);
  });

  it.each([
    ['no border', 'multipart/form-data', form([])],
    ['another border', 'multipart/form-data; boundary=other', form([{ name: 'times', value: '1' }])],
    ['half of it', type, form([{ name: 'data', value: randomBytes(1000), filename: 'a' }]).subarray(0, 600)],
    ['nonsense', type, randomBytes(2000)],
    ['no body', type, Buffer.alloc(0)],
    ['many fields', type, form(Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, value: 'x' })))],
    ['a long text', type, form([{ name: 'word', value: 'x'.repeat(70_000) }])],
  ])('with %s is refused', async (_what, contentType, body) => {
    const { status, json } = await post(body, { headers: { 'content-type': contentType } });
    expect([status, code(json)]).toEqual([400, 'INVALID_INPUT']);
  });

  it('can’t set what is no field of its own', async () => {
    const { status, json } = await post(
      form([
        { name: '__proto__', value: 'x' },
        { name: 'constructor', value: 'x', filename: 'y' },
      ]),
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({ bytes: -1, times: 1 });
  });

  it('is charged once under one idempotency key, with the same bytes only', async () => {
    const same = form([{ name: 'data', value: 'same', filename: 'a' }]);
    const headers = { 'idempotency-key': 'upload-1' };
    const before = front.ledger.balanceOf('agt_rich');
    expect((await post(same, { headers })).headers['idempotency-replayed']).toBeUndefined();
    expect((await post(same, { headers })).headers['idempotency-replayed']).toBe('true');
    expect(before - front.ledger.balanceOf('agt_rich')).toBe(2000);
    const other = await post(form([{ name: 'data', value: 'else', filename: 'a' }]), { headers });
    expect(code(other.json)).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('is not even read for who could not pay, or may not call', async () => {
    const begun = ran.begun;
    const poor = await post(form([{ name: 'data', value: 'x', filename: 'a' }]), { key: POOR_KEY });
    expect([poor.status, code(poor.json)]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    expect(poor.json.deposit).toMatchObject({ paymentLinks: [{ amount: 10 }] });
    const head = `POST /api/proxy/measure HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n`;
    const key = `Authorization: Bearer ${POOR_KEY}\r\n`;
    expect(await front.raw(`${head}${key}Expect: 100-continue\r\n\r\n`, 500)).toMatch(/^HTTP\/1\.1 402/);
    expect(await front.raw(`${head}Expect: 100-continue\r\n\r\n`, 500)).toMatch(/^HTTP\/1\.1 401/);
    expect(ran.begun).toBe(begun);
  });

  it('waits its turn when many come at once, and leaves nothing behind', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post1(200_000)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await leftFolders()).toEqual([]);
  });

  it('gives the places of a sender who stops back, whether or not it lets go, and never all to one address', async () => {
    const patient = await startFront({ requestTimeoutMs: 2_500, headersTimeoutMs: 2_000, trustProxy: ['127.0.0.1'] });
    const head = `POST /api/proxy/measure HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${RICH_KEY}\r\nX-Forwarded-For: 192.0.2.7\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n--`;
    const sockets = Array.from({ length: 10 }, () => {
      const socket = connect({ port: patient.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {}).resume();
      socket.write(head);
      return socket;
    });
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('end', resolve)));
    await expect.poll(leftFolders).toHaveLength(2);
    const body = form([{ name: 'data', value: 'x', filename: 'a' }]);
    const send = (key: string) =>
      patient.send('POST', '/api/proxy/measure', { key, body, headers: { 'content-type': type } });
    // Another account at another address does not wait for them.
    expect((await send(SECOND_KEY)).status).toBe(200);
    expect(await leftFolders()).toHaveLength(2);
    await Promise.all(closed);
    expect((await send(RICH_KEY)).status).toBe(200);
    await expect.poll(() => openConnections(patient)).toBeLessThan(3);
    for (const socket of sockets) socket.destroy();
    await patient.close();
  });

  it('holds no place for a caller who went away', async () => {
    const whole = form([{ name: 'data', value: randomBytes(100_000), filename: 'a' }]);
    const head = `POST /api/proxy/measure HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${RICH_KEY}\r\nContent-Type: ${type}\r\nContent-Length: ${whole.length}\r\n\r\n`;
    const begun = ran.begun;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = connect(front.port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(Buffer.concat([Buffer.from(head), whole.subarray(0, 50_000)]));
        await new Promise((resolve) => setTimeout(resolve, 50));
        socket.destroy();
      }),
    );
    expect((await post1(1000)).status).toBe(200);
    expect(ran.begun).toBe(begun + 1);
    expect(await leftFolders()).toEqual([]);
  });
});
