/** A form for the input of a tool, made from its schema and filled with an input that works. */

import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { isRecord } from '../../lib/record.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { describeCoverage } from '../components/runner.tsx';

/** Longer texts get more than a line. */
const LINE_LENGTH_MAX = 80;
/** Fields that take so much are made for longer texts. */
const LONG_LENGTH = 1_000;

type Schema = Readonly<Record<string, unknown>>;

export function InputFields({
  tool,
  example,
  language,
}: {
  tool: RegisteredTool;
  example: Schema;
  language: Language;
}) {
  const { properties, required } = tool.inputSchema;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(isRecord(properties) ? properties : {});
  if (fields.length === 0) return <p class="note">{texts('catalogue', language).noInput}</p>;
  return (
    <div class="inputs">
      {fields.map(([name, schema]) => {
        const member = isRecord(schema) ? schema : {};
        const isNeeded = needed.includes(name) && member.default === undefined;
        return (
          <label key={name} for={`input-${name}`}>
            <span>
              {name}
              {isNeeded ? ` · ${texts('catalogue', language).required}` : ''}
            </span>
            <Control
              id={`input-${name}`}
              name={name}
              schema={member}
              value={example[name]}
              isRequired={isNeeded}
              coverage={describeCoverage(tool, name)}
            />
          </label>
        );
      })}
    </div>
  );
}

interface ControlProps {
  id: string;
  name: string;
  schema: Schema;
  value: unknown;
  isRequired: boolean;
  coverage: ReturnType<typeof describeCoverage>;
}

function Control({ id, name, schema, value, isRequired, coverage }: ControlProps) {
  const choices = listChoices(schema);
  const initial = value ?? (isRequired ? '' : schema.default);
  if (choices !== null) {
    return (
      <select id={id} name={name} data-kind="text">
        {isRequired ? null : <option value="" />}
        {choices.map((choice) => (
          <option key={choice} selected={choice === initial}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  const text = toText(initial);
  switch (schema.type) {
    case 'boolean':
      return <input id={id} type="checkbox" name={name} data-kind="flag" checked={initial === true} />;
    case 'integer':
    case 'number':
      return (
        <input
          {...{ id, name, ...coverage }}
          type="number"
          step="any"
          data-kind="number"
          value={text}
          required={isRequired}
        />
      );
    case 'string':
      return text.length > LINE_LENGTH_MAX || Number(schema.maxLength) > LONG_LENGTH ? (
        <textarea
          {...{ id, name, ...coverage }}
          data-kind="text"
          rows={text.length > LINE_LENGTH_MAX ? 6 : 3}
          required={isRequired}
        >
          {text}
        </textarea>
      ) : (
        <input {...{ id, name, ...coverage }} data-kind="text" value={text} required={isRequired} />
      );
    default:
      return (
        <textarea id={id} name={name} data-kind="json" rows={3} required={isRequired} spellcheck={false}>
          {value === undefined ? '' : JSON.stringify(value, null, 2)}
        </textarea>
      );
  }
}

function listChoices({ enum: choices }: Schema): string[] | null {
  if (!Array.isArray(choices)) return null;
  const texts = choices.filter((choice): choice is string => typeof choice === 'string');
  return texts.length === choices.length ? texts : null;
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
