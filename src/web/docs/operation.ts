/** One operation of the API reference. */

import type { ApiDocument } from '../../describe/openapi/types.ts';
import { toUsdText } from '../../kernel/money.ts';
import { type Html, html } from '../html.ts';
import { type Field, listFields } from './fields.ts';
import {
  buildCurlLine,
  formatCredentials,
  type ListedOperation,
  listOutcomes,
  listParameters,
  type Outcome,
} from './operations.ts';

/** Links to operations, one a line. */
export function renderOperationList(listed: readonly ListedOperation[]): Html {
  if (listed.length === 0) return html``;
  const rows = listed.map(
    ({ id, method, path, tag, operation }) => html`<li><a href="/docs?group=${tag}#${id}">
<code class="method">${method}</code> <code>${path}</code></a> <span>${operation.summary}${formatPrice(operation['x-price-usd'])}</span></li>`,
  );
  return html`<ul class="operations">${rows}</ul>`;
}

export function renderOperationSection(listed: ListedOperation, document: ApiDocument): Html {
  const { id, method, path, operation } = listed;
  const { inAddress, headers, body } = listParameters(listed, document);
  const curl = buildCurlLine(listed, document);
  const outcomes = listOutcomes(listed, document);
  return html`
<section class="operation" id="${id}">
<h2>${operation.summary}</h2>
<p class="route"><a href="#${id}"><code class="method">${method}</code> <code>${path}</code></a></p>
<p>${operation.description}</p>
<p class="note">${formatCredentials(operation)} · <a href="/docs/console#/${listed.tag}/${id}">try it</a></p>
${renderFieldTable(inAddress, 'In the address')}
${renderFieldTable(body, operation.requestBody?.required ? 'Body' : 'Body, optional')}
${renderFieldTable(headers, 'Headers')}
${curl === null ? '' : html`<pre><code>${curl}</code></pre>`}
${outcomes.filter(isSuccess).map((outcome) => renderAnswer(outcome, document))}
${renderRefusals(outcomes.filter((outcome) => !isSuccess(outcome)))}
</section>`;
}

function isSuccess({ status }: Outcome): boolean {
  return status.startsWith('2') || status.startsWith('3');
}

function renderAnswer({ status, response }: Outcome, document: ApiDocument): Html {
  const types = Object.entries(response.content ?? {});
  const said = [status, types.map(([type]) => (type === '*/*' ? 'a file' : type)).join(' or '), response.description];
  const fields = types.flatMap(([, { schema }]) => listFields(schema, document));
  return html`<details><summary>Answer: ${said.filter((part) => part !== '').join(' · ')}</summary>
${renderFieldTable(fields, 'Field')}</details>`;
}

function renderRefusals(outcomes: readonly Outcome[]): Html {
  if (outcomes.length === 0) return html``;
  const rows = outcomes.map(
    ({ status, response }) =>
      html`<tr><th scope="row">${status}</th><td>${response.description.split('\n\n').map((line) => html`<p>${renderMarked(line)}</p>`)}</td></tr>`,
  );
  return html`<details><summary>Errors: ${outcomes.map(({ status }) => status).join(', ')}</summary>
<div class="scroll"><table>${rows}</table></div></details>`;
}

/** Nothing when there are no fields. */
export function renderFieldTable(fields: readonly Field[], title: string): Html {
  if (fields.length === 0) return html``;
  const rows = fields.map(
    ({
      name,
      type,
      isRequired,
      note,
    }) => html`<tr><th scope="row"><code>${name}</code>${isRequired ? html` <b title="required">*</b>` : ''}</th>
<td><code>${type}</code></td><td>${note}</td></tr>`,
  );
  return html`<div class="scroll"><table class="fields">
<thead><tr><th scope="col">${title}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** What stands between backticks is code. */
export function renderMarked(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function formatPrice(usd: number | undefined): string {
  if (usd === undefined) return '';
  return usd === 0 ? '' : ` · ${toUsdText(Math.round(usd * 1_000_000))} USD`;
}
