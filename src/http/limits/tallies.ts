/** Counters and durations by a few labels, cheap to update. The output is computed only when it is read. */

/** One figure under its labels, in the order of their names. */
export interface Figure<Value> {
  labels: readonly string[];
  value: Value;
}

/** Labels of a metric as a tree. */
interface Branch<Value> {
  readonly value: Value;
  readonly under: Map<string, Branch<Value>>;
}

class Branches<Value> {
  readonly #create: () => Value;
  readonly #root: Branch<Value>;
  readonly #depth: number;

  constructor(depth: number, create: () => Value) {
    this.#depth = depth;
    this.#create = create;
    this.#root = { value: create(), under: new Map() };
  }

  get(labels: readonly string[]): Value {
    let branch = this.#root;
    for (const label of labels) {
      let next = branch.under.get(label);
      if (!next) {
        next = { value: this.#create(), under: new Map() };
        branch.under.set(label, next);
      }
      branch = next;
    }
    return branch.value;
  }

  list(): Figure<Value>[] {
    const list = ({ value, under }: Branch<Value>, labels: string[]): Figure<Value>[] =>
      labels.length === this.#depth
        ? [{ labels, value }]
        : [...under].flatMap(([label, next]) => list(next, [...labels, label]));
    return list(this.#root, []);
  }
}

export class Tally {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly #unit: number;
  readonly #counts: Branches<{ count: number }>;

  /** `unit`: how many of what is added make one of what is shown. */
  constructor(name: string, help: string, labelNames: readonly string[], unit = 1) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#unit = unit;
    this.#counts = new Branches(labelNames.length, () => ({ count: 0 }));
  }

  /** `labels` in the order of their names. */
  add(amount: number, ...labels: string[]): void {
    this.#counts.get(labels).count += amount;
  }

  list(): Figure<number>[] {
    return this.#counts.list().map(({ labels, value: { count } }) => ({ labels, value: count / this.#unit }));
  }
}

/** Upper bounds of the classes that durations are counted in; longer ones are in none. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const bounds = SECONDS.map((seconds) => seconds * 1000);

interface Spread {
  count: number;
  ms: number;
  /** How many were of each class, and not of a shorter one. */
  classes: number[];
}

export class Durations {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly #spreads: Branches<Spread>;

  constructor(name: string, help: string, labelNames: readonly string[]) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#spreads = new Branches(labelNames.length, () => ({ count: 0, ms: 0, classes: bounds.map(() => 0) }));
  }

  /** `labels` in the order of their names. */
  add(ms: number, ...labels: string[]): void {
    const spread = this.#spreads.get(labels);
    spread.count++;
    spread.ms += ms;
    let at = 0;
    while (at < bounds.length && ms > (bounds[at] ?? 0)) at++;
    if (at < bounds.length) spread.classes[at] = (spread.classes[at] ?? 0) + 1;
  }

  list(): Figure<Spread>[] {
    return this.#spreads.list();
  }
}
