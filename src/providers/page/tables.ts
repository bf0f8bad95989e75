/** Tables: which of them hold data, and their rows with spans filled in. */
import { childrenOf, isElement, type PageElement } from './dom.ts';

const CELLS_MAX = 1_000;

/** Rows of the table itself, not of tables inside it. */
function trsOf(table: PageElement): PageElement[] {
  const rows: PageElement[] = [];
  for (const node of childrenOf(table)) {
    if (!isElement(node)) continue;
    if (node.localName === 'tr') rows.push(node);
    else if (/^(thead|tbody|tfoot)$/.test(node.localName)) {
      for (const row of childrenOf(node)) if (isElement(row) && row.localName === 'tr') rows.push(row);
    }
  }
  return rows;
}

function cellsOf(row: PageElement): PageElement[] {
  return [...childrenOf(row)].filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th');
}

/** Tables that only place things hold one cell a row, other tables, code or headings. */
export function isDataTable(table: PageElement): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  if (table.querySelector('table, pre, h1, h2, h3, blockquote') !== null) return false;
  const rows = trsOf(table);
  return rows.some((row) => cellsOf(row).length > 1) || (rows.length > 1 && table.querySelector('th') !== null);
}

/** `head`: the first row names the columns. A cell that spans columns leaves the others empty. */
export function rowsOf(table: PageElement): { head: boolean; rows: (PageElement | null)[][] } {
  const trs = trsOf(table);
  const hanging: number[] = [];
  const rows = trs.map((tr) => {
    const row: (PageElement | null)[] = [];
    const fillHanging = (): void => {
      while ((hanging[row.length] ?? 0) > 0 && row.length < CELLS_MAX) {
        hanging[row.length] = (hanging[row.length] ?? 0) - 1;
        row.push(null);
      }
    };
    for (const cell of cellsOf(tr)) {
      fillHanging();
      const rowspan = spanOf(cell, 'rowspan');
      for (let column = 0; column < spanOf(cell, 'colspan') && row.length < CELLS_MAX; column++) {
        hanging[row.length] = rowspan - 1;
        row.push(column === 0 ? cell : null);
      }
    }
    fillHanging();
    return row;
  });
  const [first] = trs;
  const cells = first ? cellsOf(first) : [];
  const head = first?.parentNode?.localName === 'thead' || (cells.length > 0 && cells.every(isHead));
  return { head, rows: rows.filter((row) => row.length > 0) };
}

const isHead = ({ localName }: PageElement): boolean => localName === 'th';

function spanOf(cell: PageElement, name: 'rowspan' | 'colspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, 100) : 1;
}
