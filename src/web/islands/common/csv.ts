/** Files of comma-separated values that spreadsheets open as they are meant. */

const BOM = '\ufeff';

/** A spreadsheet would run a cell that begins like this as a formula. */
const guard = (text: string): string => (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text);

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `${BOM}${rows.map((row) => row.map((cell) => quote(guard(cell))).join(',')).join('\r\n')}\r\n`;

/** Saves a text as a file of the reader's. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
