/** The input of a tool from the fields of a form that the server has made from its schema. */

type Kind = 'text' | 'number' | 'flag' | 'json';

const isKind = (text: string | undefined): text is Kind =>
  text === 'text' || text === 'number' || text === 'flag' || text === 'json';

/** A field that takes JSON holds something else. */
export class NotJson extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} is not valid JSON`);
    this.field = field;
  }
}

/** Throws `NotJson`. Empty fields are left out. */
export function readInput(form: HTMLFormElement): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of form.elements) {
    if (!isField(field) || !isKind(field.dataset.kind)) continue;
    const value = readField(field, field.dataset.kind);
    if (value !== undefined) input[field.name] = value;
  }
  return input;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

function readField(field: Field, kind: Kind): unknown {
  if (field instanceof HTMLInputElement && kind === 'flag') return field.checked;
  const text = field.value.trim();
  if (text === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'text') return field.value;
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJson(field.name);
  }
}
