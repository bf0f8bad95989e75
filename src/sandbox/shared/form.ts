/** Form bodies with brackets (`line_items[0][price_data][currency]=usd`), as Stripe reads them. */

export interface FormFields {
  [name: string]: FormValue;
}
export type FormValue = string | FormFields;

const DEPTH_MAX = 6;

/** Nested fields by name; members of a list have their index as name. Null when a name is not well formed. */
export function parseForm(text: string): FormFields | null {
  const root: FormFields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = parsePath(name);
    if (path === null || !putValue(root, path, value)) return null;
  }
  return root;
}

function parsePath(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return null;
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
  return inner.length < DEPTH_MAX ? [match[1] ?? '', ...inner] : null;
}

function putValue(root: FormFields, path: readonly string[], value: string): boolean {
  let at = root;
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      if (name in at) return false;
      at[name] = value;
      return true;
    }
    const next = at[name] ?? Object.create(null);
    if (typeof next === 'string') return false;
    at[name] = next;
    at = next;
  }
  return false;
}

/** The value at a path; undefined when there is none or it has members. */
export function readFormText(fields: FormFields, ...path: readonly string[]): string | undefined {
  const value = readValue(fields, path);
  return typeof value === 'string' ? value : undefined;
}

export function readFormFields(fields: FormFields, ...path: readonly string[]): FormFields {
  const value = readValue(fields, path);
  return typeof value === 'object' ? value : {};
}

function readValue(fields: FormFields, path: readonly string[]): FormValue | undefined {
  let at: FormValue | undefined = fields;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return at;
}

/** `line_items[0][quantity]` for every value. */
export function listFormNames(fields: FormFields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    return typeof value === 'string' ? [path] : listFormNames(value, path);
  });
}
