/** The request that a form describes whose fields the server has made from a schema, and the faults of its fields. */

type Kind = 'text' | 'number' | 'flag' | 'json';

const isKind = (text: string | undefined): text is Kind =>
  text === 'text' || text === 'number' || text === 'flag' || text === 'json';

export interface FormRequest {
  /** With its query. */
  path: string;
  /** Undefined: there is none. */
  body: unknown;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

export const listFields = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(({ dataset }) => isKind(dataset.kind));

/** Empty fields are left out; what is no JSON is sent as it stands. */
export function readRequest(form: HTMLFormElement, path: string): FormRequest {
  const query = new URLSearchParams();
  const members: Record<string, unknown> = {};
  let whole: unknown;
  let filled = path;
  for (const field of listFields(form)) {
    const value = readField(field);
    const { place = 'body' } = field.dataset;
    if (place === 'path') filled = filled.replace(`{${field.name}}`, encodePart(value, field.name));
    else if (value === undefined) continue;
    else if (place === 'query') query.append(field.name, String(value));
    else if (place === 'whole') whole = value;
    else members[field.name] = value;
  }
  const hasBody = listFields(form).some(({ dataset: { place = 'body' } }) => place === 'body' || place === 'whole');
  const body = hasBody ? (whole ?? members) : undefined;
  return { path: query.size === 0 ? filled : `${filled}?${query}`, body };
}

const encodePart = (value: unknown, name: string): string =>
  value === undefined ? `<${name}>` : encodeURIComponent(String(value));

function readField(field: Field): unknown {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  const text = field.value.trim();
  if (text === '') return undefined;
  if (field.dataset.kind === 'text') return field.value;
  if (field.dataset.kind === 'number') return Number(text);
  return parseJson(text) ?? text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fills the form with an example; fields that it doesn't name become empty. */
export function fillForm(form: HTMLFormElement, example: Readonly<Record<string, unknown>>): void {
  for (const field of listFields(form)) {
    const value = field.dataset.place === 'whole' ? example : example[field.name];
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true;
    else field.value = typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value ?? '');
  }
}

export interface FaultWords {
  needed: string;
  notNumber: string;
  notWhole: string;
  tooLow: string;
  tooHigh: string;
  tooLong: string;
  notJson: string;
}

export interface Fault {
  word: keyof FaultWords;
  /** For `{limit}`. */
  limit: string;
}

/** The first fault of a field; null: none. */
export function findFault(field: Field): Fault | null {
  const fault = (word: keyof FaultWords, limit = ''): Fault => ({ word, limit });
  const { kind, required, longest } = field.dataset;
  const { validity } = field;
  if (validity.badInput) return fault('notNumber');
  if (field.value.trim() === '') return required === undefined || kind === 'flag' ? null : fault('needed');
  if (field instanceof HTMLInputElement) {
    if (validity.rangeUnderflow) return fault('tooLow', field.min);
    if (validity.rangeOverflow) return fault('tooHigh', field.max);
    if (validity.stepMismatch) return fault('notWhole');
  }
  if (longest !== undefined && [...field.value].length > Number(longest)) return fault('tooLong', longest);
  return kind === 'json' && parseJson(field.value) === undefined ? fault('notJson') : null;
}

/** Says at the field what is wrong with it; an empty text takes it back. */
export function showFault(field: Element, text: string): void {
  const place = document.getElementById(`${field.id}-fault`);
  if (place === null) return;
  place.textContent = text;
  place.hidden = text === '';
  if (text === '') field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  const closed = field.closest('details');
  if (closed && text !== '') closed.open = true;
}
