/** One operation of the API reference, and lists of them. */

import type { ApiDocument } from '../../describe/openapi/types.ts';
import { fromUsd } from '../../lib/money.ts';
import { formatAmount } from '../components/amount.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { Snippets } from '../components/snippets.tsx';
import { buildHttpSnippets } from '../snippets.ts';
import { type Field, listFields } from './fields.ts';
import {
  buildExampleCall,
  formatCredentials,
  type ListedOperation,
  listOutcomes,
  listParameters,
  type Outcome,
} from './operations.ts';
import { buildSample } from './sample.ts';

/** Links to operations, one a line. */
export function OperationList({ operations }: { operations: readonly ListedOperation[] }) {
  if (operations.length === 0) return null;
  return (
    <ul class="operations">
      {operations.map(({ id, method, path, operation }) => (
        <li key={id}>
          <a href={`/docs?operation=${id}`}>
            <code class="method">{method}</code> <code>{path}</code>
          </a>{' '}
          <span>
            {operation.summary}
            <Price usd={operation['x-price-usd']} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Price({ usd = 0 }: { usd: number | undefined }) {
  return usd === 0 ? null : <> · {formatAmount(fromUsd(usd))}</>;
}

interface OperationProps {
  operation: ListedOperation;
  api: ApiDocument;
}

export function OperationDetails({ operation: listed, api }: OperationProps) {
  const { id, method, path, tag, operation } = listed;
  const { inAddress, headers, body } = listParameters(listed, api);
  const call = buildExampleCall(listed, api);
  const outcomes = listOutcomes(listed, api);
  return (
    <section class="operation" id={id}>
      <p class="route">
        <code class="method">{method}</code> <code>{path}</code>
      </p>
      <p>
        <InlineCode text={operation.description} />
      </p>
      <p class="note">
        {formatCredentials(operation)} · <a href={`/docs/console?group=${tag}#/${tag}/${id}`}>try it</a>
      </p>
      <FieldTable fields={inAddress} title="In the address" />
      <FieldTable fields={body} title={operation.requestBody?.required ? 'Body' : 'Body, optional'} />
      <FieldTable fields={headers} title="Headers" />
      {call === null ? null : <Snippets language="en" snippets={buildHttpSnippets(call)} />}
      {outcomes.filter(isSuccess).map((outcome) => (
        <Answer key={outcome.status} outcome={outcome} api={api} />
      ))}
      <Refusals outcomes={outcomes.filter((outcome) => !isSuccess(outcome))} />
    </section>
  );
}

function isSuccess({ status }: Outcome): boolean {
  return status.startsWith('2') || status.startsWith('3');
}

function Answer({ outcome: { status, response }, api }: { outcome: Outcome; api: ApiDocument }) {
  const types = Object.entries(response.content ?? {});
  const said = [status, types.map(([type]) => (type === '*/*' ? 'a file' : type)).join(' or '), response.description];
  const fields = types.flatMap(([, { schema }]) => listFields(schema, api));
  const json = response.content?.['application/json'];
  return (
    <>
      <h2>Answer</h2>
      <p class="note">{said.filter((part) => part !== '').join(' · ')}</p>
      {json && fields.length > 0 ? <CodeBlock code={buildSample(json.schema, api)} /> : null}
      <FieldTable fields={fields} title="Field" />
    </>
  );
}

function Refusals({ outcomes }: { outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null;
  return (
    <details>
      <summary>Errors: {outcomes.map(({ status }) => status).join(', ')}</summary>
      <table class="cards">
        <tbody>
          {outcomes.map(({ status, response }) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td>
                {response.description.split('\n\n').map((line) => (
                  <p key={line}>
                    <InlineCode text={line} />
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Nothing when there are no fields. */
export function FieldTable({ fields, title }: { fields: readonly Field[]; title: string }) {
  if (fields.length === 0) return null;
  return (
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, note }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired ? <b title="required"> *</b> : null}
            </th>
            <td>
              <code>{type}</code>
            </td>
            <td>
              <InlineCode text={note} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
