/** Undoes `Content-Encoding`, as servers really send it. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Several are rare, and each multiplies what a small body can grow to. */
const CODINGS_MAX = 3;
/** As many bytes as tell a format. */
const HEAD_BYTES = 2;
/** Real codings that are never asked for: their bytes are no text. */
const UNREADABLE = /^(zstd|(x-)?compress|dcb|dcz|exi|pack200-gzip|aes128gcm)$/;

/** The codings in the order in which they were applied. As in browsers, a word that is none, such as `UTF-8`, means nothing. */
export function listCodings(header = ''): string[] {
  const codings = header.split(',').map((word) =>
    word
      .trim()
      .toLowerCase()
      .replace(/^x-gzip$/, 'gzip'),
  );
  return codings.filter((coding) => /^(gzip|deflate|br)$/.test(coding) || UNREADABLE.test(coding));
}

/** `body` without `coding`. A body that was labeled but never encoded is read as it is. */
export async function* decodeBody(
  body: AsyncIterable<Uint8Array>,
  coding: string,
  depth = 0,
): AsyncGenerator<Uint8Array> {
  if (depth >= CODINGS_MAX || UNREADABLE.test(coding)) throw createUnreadableError();
  const rest = body[Symbol.asyncIterator]();
  const head = await takeHead(rest);
  const whole = chain(head, rest);
  const decoder = createDecoder(coding, head);
  if (!decoder) return yield* whole;
  pipeline(Readable.from(whole), decoder, ignoreError);
  yield* decoder;
}

/** The first bytes, enough to tell a format where there are enough. */
async function takeHead(rest: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  while (head.byteLength < HEAD_BYTES) {
    const { done, value } = await rest.next();
    if (done) return head;
    head = head.byteLength === 0 ? value : Buffer.concat([head, value]);
  }
  return head;
}

async function* chain(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.byteLength > 0) yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

function createDecoder(coding: string, head: Uint8Array): Transform | undefined {
  const [first = 0, second = 0] = head;
  if (head.byteLength === 0) return undefined;
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'gzip') return first === 0x1f && second === 0x8b ? createGunzip() : undefined;
  // "deflate" is the zlib format; many servers send the bare stream instead.
  const isZlib = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  return isZlib ? createInflate() : createInflateRaw();
}

const createUnreadableError = (): Error =>
  Object.assign(new Error('The content encoding is not supported'), { code: 'Z_DATA_ERROR' });

/** `yield*` throws it as well. */
function ignoreError(): void {}
