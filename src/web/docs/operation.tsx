/** One operation of the API reference, and lists of them. */

import type { ApiDocument } from '../../describe/openapi/types.ts';
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import { fromUsd } from '../../lib/money.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, texts } from '../../locales/texts.ts';
import { formatAmount } from '../components/amount.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { Snippets } from '../components/snippets.tsx';
import { buildHttpSnippets } from '../snippets.ts';
import { explainErrorCode } from '../texts/error-texts.ts';
import { readSample } from '../texts/samples.ts';
import { describeField, describeTool, type ToolText } from '../texts/tool-texts.ts';
import { type Field, listFields } from './fields.ts';
import { hasOwnPages } from './layout.tsx';
import {
  buildExampleCall,
  formatCredentials,
  type ListedOperation,
  listOutcomes,
  listParameters,
  type Outcome,
} from './operations.ts';
import { toOperationPath } from './paths.ts';
import { buildSample } from './sample.ts';

/** Links to operations, one a line. */
export function OperationList({ operations, language }: ListProps) {
  if (operations.length === 0) return null;
  return (
    <ul class="operations">
      {operations.map((listed) => {
        const { id, method, path, operation } = listed;
        const text = describeOperation(listed, language);
        return (
          <li key={id}>
            <a href={toOperationPath(listed, hasOwnPages(listed.tag))}>
              <code class="method">{method}</code> <code>{path}</code>
            </a>{' '}
            <span lang={text.language}>
              {text.title}
              <Price usd={operation['x-price-usd']} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface ListProps {
  operations: readonly ListedOperation[];
  language: Language;
}

/** In the language of the page; English with its price for an operation without a translation. */
export const describeOperation = ({ id, operation }: ListedOperation, language: Language): ToolText =>
  // A second path of a tool has a number behind the tool's name.
  describeTool(
    { name: id.replace(/-\d$/, ''), title: operation.summary, description: operation.description },
    language,
  );

function Price({ usd = 0 }: { usd: number | undefined }) {
  return usd === 0 ? null : <> · {formatAmount(fromUsd(usd))}</>;
}

interface OperationProps {
  operation: ListedOperation;
  api: ApiDocument;
  language: Language;
}

export function OperationDetails({ operation: listed, api, language }: OperationProps) {
  const { id, method, path, operation } = listed;
  const words = texts('docs', language);
  const text = describeOperation(listed, language);
  const { inAddress, headers, body } = listParameters(listed, api, language);
  const call = buildExampleCall(listed, api);
  const outcomes = listOutcomes(listed, api);
  return (
    <section class="operation" id={id}>
      <p class="route">
        <code class="method">{method}</code> <code>{path}</code>
      </p>
      <p lang={text.language}>
        <InlineCode text={text.description} />
      </p>
      <p class="note">
        {formatCredentials(operation, language)}
        {text.language === FALLBACK ? null : <Price usd={operation['x-price-usd']} />} ·{' '}
        <a href={`/docs/console?operation=${id}`}>{words.tryOne}</a>
      </p>
      <FieldTable fields={inAddress} title={words.inAddress} language={language} />
      <FieldTable
        fields={body}
        title={operation.requestBody?.required ? words.body : words.optionalBody}
        language={language}
      />
      <FieldTable fields={headers} title={words.headers} language={language} />
      {call === null ? null : <Snippets language={language} snippets={buildHttpSnippets(call)} />}
      {outcomes.filter(isSuccess).map((outcome) => (
        <Answer key={outcome.status} tool={id} outcome={outcome} api={api} language={language} />
      ))}
      <Refusals outcomes={outcomes.filter((outcome) => !isSuccess(outcome))} language={language} />
    </section>
  );
}

function isSuccess({ status }: Outcome): boolean {
  return status.startsWith('2') || status.startsWith('3');
}

interface AnswerProps {
  /** Id of the operation. */
  tool: string;
  outcome: Outcome;
  api: ApiDocument;
  language: Language;
}

function Answer({ tool, outcome: { status, response }, api, language }: AnswerProps) {
  const words = texts('docs', language);
  const types = Object.entries(response.content ?? {});
  const about = describeField(response.description, language);
  const names = types.map(([type]) => (type === '*/*' ? words.file : type)).join(words.either);
  const fields = types.flatMap(([, { schema }]) => listFields(schema, api, language));
  const json = response.content?.['application/json'];
  return (
    <>
      <h2>{words.response}</h2>
      <p class="note">
        {[status, names].filter((part) => part !== '').join(' · ')}
        {about.text === '' ? null : <span lang={about.language}> · {about.text}</span>}
      </p>
      {json && fields.length > 0 ? <CodeBlock code={readSample(tool) ?? buildSample(json.schema, api)} /> : null}
      <FieldTable fields={fields} title={words.field} language={language} />
    </>
  );
}

function Refusals({ outcomes, language }: { outcomes: readonly Outcome[]; language: Language }) {
  if (outcomes.length === 0) return null;
  const statuses = outcomes.map(({ status }) => status).join(', ');
  return (
    <details>
      <summary>{formatText(texts('docs', language).refusals, { statuses }, language)}</summary>
      <table class="cards">
        <tbody>
          {outcomes.map(({ status, response }) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td>
                {response.description.split('\n\n').map((line) => {
                  const own = explainRefusal(line, language);
                  return (
                    <p key={line} lang={own === null ? FALLBACK : language}>
                      <InlineCode text={own ?? line} />
                    </p>
                  );
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

/** A line of the API description in the language of the page; null without a translation. */
function explainRefusal(line: string, language: Language): string | null {
  const whole = describeField(line, language);
  if (whole.language !== FALLBACK) return whole.text;
  const [, word, said = '', others] = /^(?:`(\w+)`: )?(.*?)(?: Other codes for this case: (.*)\.)?$/.exec(line) ?? [];
  const named = (word ?? '').toUpperCase();
  const code = isErrorCode(named)
    ? named
    : Object.keys(catalogue).find((one) => isErrorCode(one) && said.startsWith(catalogue[one].message));
  const text = code !== undefined && isErrorCode(code) ? explainErrorCode(code, language) : null;
  if (text === null) return null;
  const more =
    others === undefined ? '' : ` ${formatText(texts('docs', language).otherCodes, { codes: others }, language)}`;
  return `${word === undefined ? '' : `\`${word}\`: `}${text}${more}`;
}

interface TableProps {
  fields: readonly Field[];
  title: string;
  language: Language;
}

/** Nothing when there are no fields. */
export function FieldTable({ fields, title, language }: TableProps) {
  if (fields.length === 0) return null;
  const words = texts('docs', language);
  return (
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{words.type}</th>
          <th scope="col">{words.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, note, language: own }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired ? <b title={words.required}> *</b> : null}
            </th>
            <td>
              <code>{type}</code>
            </td>
            <td lang={own}>
              <InlineCode text={note} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
