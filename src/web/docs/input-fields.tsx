/** The fields of a form that runs an operation, made from their schemas and filled with an input that works. */
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { InlineCode } from '../components/inline-code.tsx';
import { formatNote } from './fields.ts';

/** Longer texts get more than a line. */
const LINE_LENGTH_MAX = 80;
/** Fields that take so much are made for longer texts. */
const LONG_LENGTH = 1_000;

type Schema = Readonly<Record<string, unknown>>;

/** Facts with which the script can tell the price before the call. */
export interface FieldCoverage {
  'data-covers'?: number;
  'data-unit'?: string;
}

export interface FormField {
  name: string;
  schema: Schema;
  isRequired: boolean;
  /** Part of the request that carries it; `whole`: the body is this value. */
  place: 'path' | 'query' | 'body' | 'whole';
  /** Of the example; undefined where it has none. */
  value: unknown;
  coverage: FieldCoverage;
}

interface FieldsProps {
  fields: readonly FormField[];
  language: Language;
}

/** Those that an example fills or a call needs come first; the others can be opened. */
export function InputFields({ fields, language }: FieldsProps) {
  const words = texts('run', language);
  if (fields.length === 0) return <p class="note">{texts('catalogue', language).noInput}</p>;
  const isMain = ({ isRequired, value }: FormField): boolean => isRequired || value !== undefined;
  const main = fields.some(isMain) ? fields.filter(isMain) : fields;
  const others = fields.filter((field) => !main.includes(field));
  return (
    <>
      <div class="inputs">
        {main.map((field) => (
          <Input key={field.name} field={field} language={language} />
        ))}
      </div>
      {others.length === 0 ? null : (
        <details class="more-inputs">
          <summary>
            {words.moreFields} · {others.length}
          </summary>
          <div class="inputs">
            {others.map((field) => (
              <Input key={field.name} field={field} language={language} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function Input({ field, language }: { field: FormField; language: Language }) {
  const { name, schema, isRequired } = field;
  const id = `input-${name}`;
  const help = formatNote(schema, language);
  return (
    <div class="input">
      <label for={id}>
        {name}
        {isRequired ? ` · ${texts('catalogue', language).required}` : ''}
      </label>
      <Control field={field} id={id} />
      <p class="fault" id={`${id}-fault`} hidden />
      {help.note === '' ? null : (
        <p class="help" id={`${id}-help`} lang={help.language}>
          <InlineCode text={help.note} />
        </p>
      )}
    </div>
  );
}

function Control({ field, id }: { field: FormField; id: string }) {
  const { name, schema, isRequired, place, value, coverage } = field;
  const initial = value ?? (isRequired ? undefined : schema.default);
  const own = {
    ...{ id, name, ...coverage },
    'data-place': place,
    'data-required': isRequired ? true : undefined,
    'aria-required': isRequired ? ('true' as const) : undefined,
    'aria-describedby': `${id}-fault ${id}-help`,
  };
  const choices = listChoices(field);
  if (choices !== null) {
    return (
      <select {...own} data-kind={schema.type === 'string' || schema.type === undefined ? 'text' : 'json'}>
        {isRequired ? null : <option value="" />}
        {choices.map((choice) => (
          <option key={choice} selected={choice === toText(initial)}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  const text = toText(initial);
  switch (schema.type) {
    case 'boolean':
      return <input {...own} type="checkbox" data-kind="flag" checked={initial === true} />;
    case 'integer':
    case 'number':
      return (
        <input
          {...own}
          type="number"
          step={schema.type === 'integer' ? 1 : 'any'}
          {...toBound('min', schema.minimum)}
          {...toBound('max', schema.maximum)}
          data-kind="number"
          value={text}
        />
      );
    case 'string':
      return text.length > LINE_LENGTH_MAX || Number(schema.maxLength) > LONG_LENGTH ? (
        <textarea
          {...own}
          data-kind="text"
          rows={text.length > LINE_LENGTH_MAX ? 6 : 3}
          data-longest={schema.maxLength}
        >
          {text}
        </textarea>
      ) : (
        <input {...own} data-kind="text" value={text} data-longest={schema.maxLength} autocomplete="off" />
      );
    default:
      return (
        <textarea {...own} data-kind="json" rows={3} spellcheck={false}>
          {value === undefined ? '' : JSON.stringify(value, null, 2)}
        </textarea>
      );
  }
}

/** One that may be left out is neither true nor false until somebody says so. */
function listChoices({ schema: { enum: choices, type, default: usual }, isRequired }: FormField): string[] | null {
  if (type === 'boolean' && usual === undefined && !isRequired) return ['true', 'false'];
  if (!Array.isArray(choices)) return null;
  const plain = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number');
  return plain.length === choices.length ? plain.map(String) : null;
}

/** Bounds of JavaScript's own numbers say nothing to people. */
const toBound = (name: 'min' | 'max', bound: unknown): { min?: number; max?: number } =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? { [name]: bound } : {};

const toText = (value: unknown): string => (typeof value === 'object' || value === undefined ? '' : String(value));
