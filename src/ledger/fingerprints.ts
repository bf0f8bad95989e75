/**
 * Weighted sums of rows: rows on both sides of an equation cancel out, regardless of order and number. If a sum is 0,
 * both sides have the same rows, except for a chance of one in 2^52.
 */

/** Two sums, each modulo `PRIME`. */
export type Sum = [number, number];

/** The largest prime below 2^26: a product of two numbers below it is exact. */
const PRIME = 67_108_859;
const SMALL = 2 ** 26;
const LARGE = 2 ** 52;
const WORD = 2 ** 32;

export const createSum = (): Sum => [0, 0];
export const isZero = ([first, second]: Sum): boolean => first % PRIME === 0 && second % PRIME === 0;
export const isSame = (one: Sum, other: Sum): boolean => isZero([one[0] - other[0], one[1] - other[1]]);

/** Names a row, word by word, and adds its weight to sums. One name at a time: it keeps no memory of others. */
export class Weigher {
  readonly #salts: Sum;
  #first = 0;
  #second = 0;
  /** What `mark` has kept. */
  #marks: Sum = [0, 0];

  constructor(salts: Sum) {
    this.#salts = salts;
  }

  begin(tag: number): this {
    this.#first = Math.imul(this.#salts[0] ^ tag, 0x9e3779b1);
    this.#second = Math.imul(this.#salts[1] ^ tag, 0x85ebca6b);
    return this;
  }

  text(text: string): this {
    let [first, second] = [this.#first, this.#second];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second ^ unit, 0x5bd1e995);
      second ^= second >>> 15;
    }
    // Where one word ends and the next begins.
    this.#first = Math.imul(first ^ 0x10ffff, 0x01000193);
    this.#second = Math.imul(second ^ 0x10ffff, 0x5bd1e995);
    return this;
  }

  number(value: number): this {
    this.#mix(value >>> 0);
    this.#mix(Math.floor(value / WORD) | 0);
    return this;
  }

  #mix(word: number): void {
    this.#first = Math.imul(this.#first ^ word, 0xcc9e2d51);
    this.#first ^= this.#first >>> 15;
    this.#second = Math.imul(this.#second ^ word, 0x1b873593);
    this.#second ^= this.#second >>> 13;
  }

  /** Several names may begin with the words so far: `back` returns to them. */
  mark(): this {
    this.#marks = [this.#first, this.#second];
    return this;
  }

  back(tag: number): this {
    [this.#first, this.#second] = this.#marks;
    this.#mix(tag);
    return this;
  }

  /** Adds `value` times the weight of the name. */
  add(sum: Sum, value: number): void {
    const factor = Math.abs(value) < SMALL ? value : value % PRIME;
    sum[0] = reduce(sum[0] + finish(this.#first) * factor);
    sum[1] = reduce(sum[1] + finish(this.#second) * factor);
  }
}

const reduce = (sum: number): number => (sum > LARGE || sum < -LARGE ? sum % PRIME : sum);

/** Every bit of a name moves every bit of its weight. */
function finish(name: number): number {
  let bits = name;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) % PRIME;
}
