/** Lines of the feed of changes, in UTF-8: documents are never turned into texts, which would take most of the time. */
import { formatSequence } from './sequence.ts';
import type { FeedEntryRow } from './tables.ts';
import { BASE, formatTime, MARK } from './template.ts';
import type { Site } from './types.ts';

export type LineRow = Pick<FeedEntryRow, 'article_id' | 'number' | 'rev' | 'updated_at' | 'deleted_at' | 'reason'>;

const BEGIN_BYTES = 65_536;
const BREAK = Buffer.from('\n');
const LINE_END = Buffer.from('}\n');
/** First bytes that both characters of a template share; the third byte tells them apart. */
const PREFIX = Buffer.from(BASE).subarray(0, 2);
const MARK_BYTES = Buffer.from(MARK);
const BASE_BYTE = Buffer.from(BASE).at(-1);
const MARK_BYTE = MARK_BYTES.at(-1);
const CHARACTER_BYTES = 3;
const SEQUENCE_BYTE = 0x23;

export class LineWriter {
  lines = 0;
  bytes = 0;
  readonly #epoch: number;
  readonly #zone: string;
  readonly #base: Buffer;
  /** What instants look like: one article has few, and they are looked up again and again. */
  readonly #times = new Map<number, Buffer>();
  #data = Buffer.allocUnsafe(BEGIN_BYTES);

  constructor(epoch: number, { baseUrl, zone }: Site) {
    this.#epoch = epoch;
    this.#zone = zone;
    this.#base = Buffer.from(baseUrl);
  }

  /** Throws when a public article has no document. */
  add(row: LineRow, document: string | Uint8Array | null): void {
    const { article_id: id, number, rev, reason, updated_at, deleted_at } = row;
    const seq = formatSequence(this.#epoch, number);
    this.lines++;
    if (reason !== null) {
      const at = formatTime(deleted_at ?? updated_at, this.#zone);
      this.#append(Buffer.from(JSON.stringify({ seq, op: 'delete', id, deleted_at: at, reason })));
      this.#append(BREAK);
      return;
    }
    if (document === null) throw new Error('A public article has no document');
    const head = { seq, op: 'upsert', id, rev, updated_at: formatTime(updated_at, this.#zone) };
    this.#append(Buffer.from(`${JSON.stringify(head).slice(0, -1)},"article":`));
    this.#fill(typeof document === 'string' ? Buffer.from(document) : toBuffer(document), Buffer.from(seq));
    this.#append(LINE_END);
  }

  /** All lines, in memory of their own and no more of it than they need: it changes threads with them. */
  finish(): Uint8Array {
    const data = Buffer.allocUnsafeSlow(this.bytes);
    this.#data.copy(data, 0, 0, this.bytes);
    return data;
  }

  #fill(template: Buffer, sequence: Buffer): void {
    let from = 0;
    for (let at = template.indexOf(PREFIX); at >= 0; at = template.indexOf(PREFIX, at)) {
      const third = template[at + 2];
      const begin = at + CHARACTER_BYTES;
      if (third !== BASE_BYTE && third !== MARK_BYTE) {
        at = begin;
        continue;
      }
      this.#append(template, from, at);
      if (third === BASE_BYTE) {
        this.#append(this.#base);
        at = begin;
      } else {
        const end = template.indexOf(MARK_BYTES, begin);
        this.#append(
          template[begin] === SEQUENCE_BYTE ? sequence : this.#time(template.toString('latin1', begin, end)),
        );
        at = end + CHARACTER_BYTES;
      }
      from = at;
    }
    this.#append(template, from);
  }

  #time(digits: string): Buffer {
    const ms = Number(digits);
    const time = this.#times.get(ms) ?? Buffer.from(formatTime(ms, this.#zone));
    this.#times.set(ms, time);
    return time;
  }

  #append(source: Buffer, from = 0, to: number = source.length): void {
    const end = this.bytes + to - from;
    if (end > this.#data.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#data.length));
      this.#data.copy(larger, 0, 0, this.bytes);
      this.#data = larger;
    }
    source.copy(this.#data, this.bytes, from, to);
    this.bytes = end;
  }
}

const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
