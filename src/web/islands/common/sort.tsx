/** Tables that are sorted by the heads of their columns; the choice is kept in the address. */
import type { ComponentChildren } from 'preact';
import { useParam } from './query.ts';

type Columns<A, K extends string> = Readonly<Record<K, (item: A) => string | number>>;

export interface Sort<A, K extends string> {
  by: K;
  isDescending: boolean;
  /** Sorts by this column, or turns its order around. */
  choose(column: K): void;
  apply(items: readonly A[]): A[];
}

/** `usual`: descending, where the address says nothing else. `sort=balance`, `sort=-balance` for descending. */
export function useSort<A, K extends string>(columns: Columns<A, K>, usual: NoInfer<K>): Sort<A, K> {
  const [text, setText] = useParam('sort');
  const names = Object.keys(columns).filter((name): name is K => name in columns);
  const by = names.find((name) => name === text.replace(/^-/, '')) ?? usual;
  const isDescending = text === '' || text.startsWith('-');
  const compare = (a: A, b: A): number => {
    const [x, y] = [columns[by](a), columns[by](b)];
    const order = typeof x === 'string' || typeof y === 'string' ? String(x).localeCompare(String(y)) : x - y;
    return isDescending ? -order : order;
  };
  return {
    by,
    isDescending,
    choose: (column) => setText(column === by && isDescending ? column : `-${column}`),
    apply: (items) => [...items].sort(compare),
  };
}

interface SortTableProps<A, K extends string> {
  sort: Sort<A, K>;
  columns: Columns<A, K>;
  name: (column: K) => string;
  kind: string;
  /** Its rows. */
  children: ComponentChildren;
}

export function SortTable<A, K extends string>({ sort, columns, name, kind, children }: SortTableProps<A, K>) {
  const names = Object.keys(columns).filter((column): column is K => column in columns);
  return (
    <table class={`cards sorted ${kind}`}>
      <thead>
        <tr>
          {names.map((column) => (
            <th
              key={column}
              scope="col"
              aria-sort={column === sort.by ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
            >
              <button class="plain" type="button" onClick={() => sort.choose(column)}>
                {name(column)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
