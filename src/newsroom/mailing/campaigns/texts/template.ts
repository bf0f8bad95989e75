/** Templates of a campaign's emails: text with fields such as `{{name}}`, or `{{name|editors}}` with what stands for an empty one. */

export const TEMPLATE_FIELDS = [
  'greeting',
  'name',
  'outlet',
  'role',
  'opening',
  'occasion',
  'company',
  'title',
  'subtitle',
  'news',
  'link',
  'embargo',
  'release',
  'contact',
] as const;

export type TemplateField = (typeof TEMPLATE_FIELDS)[number];
export type FieldValues = Readonly<Record<TemplateField, string>>;

const FIELD = /\{\{\s*([\w-]{1,40})\s*(?:\|([^{}\n]{0,200}))?\}\}/g;
/** Braces outside of a field. */
const BRACES = /\{\{|\}\}/;

const isField = (name: string): name is TemplateField => TEMPLATE_FIELDS.some((field) => field === name);

/** A sentence about the first thing in a template that is no known field; null if there is none. */
export function findTemplateFault(template: string): string | null {
  const unknown = [...template.matchAll(FIELD)].find(([, name = '']) => !isField(name));
  const known = TEMPLATE_FIELDS.map((field) => `{{${field}}}`).join(', ');
  if (unknown) return `${unknown[0]} is not a field. Fields are ${known}`;
  const isBroken = BRACES.test(template.replace(FIELD, ''));
  return isBroken ? `Braces that form no field. Fields are ${known}, with a fallback as in {{name|editors}}` : null;
}

export interface FilledText {
  text: string;
  /** Fields that are empty for this recipient and have no fallback. */
  emptyFields: TemplateField[];
}

/** Values are entered once: braces in them are text. A paragraph of empty fields alone is left out. */
export function fillTemplate(template: string, values: FieldValues): FilledText {
  const emptyFields = new Set<TemplateField>();
  const fill = (text: string): string =>
    text.replace(FIELD, (whole: string, name: string, fallback: string | undefined) => {
      if (!isField(name)) return whole;
      const value = values[name] === '' ? (fallback?.trim() ?? '') : values[name];
      if (value === '') emptyFields.add(name);
      return value;
    });
  const paragraphs = template
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/);
  const filled = paragraphs.map(fill).filter((paragraph) => paragraph.trim() !== '');
  return { text: filled.join('\n\n'), emptyFields: [...emptyFields] };
}
