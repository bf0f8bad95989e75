/** Tables: which of them hold data, and their rows with spans filled in. */
import { isElement, listChildren, type PageElement } from './dom.ts';

const CELLS_MAX = 1_000;

/** Rows of the table itself, not of tables inside it. */
function listRowElements(table: PageElement): PageElement[] {
  const rows: PageElement[] = [];
  for (const node of listChildren(table)) {
    if (!isElement(node)) continue;
    if (node.localName === 'tr') rows.push(node);
    else if (/^(thead|tbody|tfoot)$/.test(node.localName)) {
      for (const row of listChildren(node)) if (isElement(row) && row.localName === 'tr') rows.push(row);
    }
  }
  return rows;
}

function listCells(row: PageElement): PageElement[] {
  return [...listChildren(row)].filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th');
}

/** Tables that only place things hold one cell a row, other tables, code or headings. */
export function isDataTable(table: PageElement): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  if (table.querySelector('table, pre, h1, h2, h3, blockquote') !== null) return false;
  const rows = listRowElements(table);
  return rows.some((row) => listCells(row).length > 1) || (rows.length > 1 && table.querySelector('th') !== null);
}

/** `head`: the first row names the columns. A cell that spans columns leaves the others empty. */
export function readTableRows(table: PageElement): { head: boolean; rows: (PageElement | null)[][] } {
  const trs = listRowElements(table);
  const hanging: number[] = [];
  const rows = trs.map((tr) => {
    const row: (PageElement | null)[] = [];
    const fillHanging = (): void => {
      while ((hanging[row.length] ?? 0) > 0 && row.length < CELLS_MAX) {
        hanging[row.length] = (hanging[row.length] ?? 0) - 1;
        row.push(null);
      }
    };
    for (const cell of listCells(tr)) {
      fillHanging();
      const rowspan = readSpan(cell, 'rowspan');
      for (let column = 0; column < readSpan(cell, 'colspan') && row.length < CELLS_MAX; column++) {
        hanging[row.length] = rowspan - 1;
        row.push(column === 0 ? cell : null);
      }
    }
    fillHanging();
    return row;
  });
  const [first] = trs;
  const cells = first ? listCells(first) : [];
  const head = first?.parentNode?.localName === 'thead' || (cells.length > 0 && cells.every(isHeaderCell));
  return { head, rows: rows.filter((row) => row.length > 0) };
}

const isHeaderCell = ({ localName }: PageElement): boolean => localName === 'th';

function readSpan(cell: PageElement, name: 'rowspan' | 'colspan'): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, 100) : 1;
}
