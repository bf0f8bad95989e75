/** Prices a form before it is sent, by the coverage that the server wrote at each field. */

/** Number of prices that the input takes, at least. The server decides, and asks if it is more. */
export function countPrices(form: HTMLFormElement): number {
  const fields = [...form.elements].filter(isField);
  const counts = fields.map(({ dataset, value }) => Math.ceil(measure(value, dataset.unit) / Number(dataset.covers)));
  return Math.max(1, ...counts.filter(Number.isFinite));
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.dataset.covers !== undefined;

function measure(text: string, unit: string | undefined): number {
  if (unit === 'characters') return text.length;
  if (unit === 'bytes') return new TextEncoder().encode(text).length;
  return unit === 'tokens' ? Number(text) : 0;
}
