/** The API reference: pages made from the API description, readable and searchable without any script. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { type Html, html, page } from '../html.ts';
import { fieldsOf } from './fields.ts';
import { fieldTable, marked, operationList, operationSection } from './operation.ts';
import { operationsOf, search } from './operations.ts';

const QUERY_LENGTH_MAX = 100;

type Tag = ApiDocument['tags'][number];

/** The page that the query asks for: what a search finds (`q`), one group of operations (`group`), or the contents. */
export function referencePage(document: ApiDocument, query: URLSearchParams): string {
  const words = (query.get('q') ?? '').slice(0, QUERY_LENGTH_MAX).trim();
  if (words !== '') return searchPage(document, words);
  const tag = document.tags.find(({ name }) => name === query.get('group'));
  return tag ? groupPage(document, tag) : contentsPage(document);
}

function contentsPage(document: ApiDocument): string {
  const operations = operationsOf(document);
  const groups = document.tags.flatMap((tag) => {
    const members = operations.filter((listed) => listed.tag === tag.name);
    if (members.length === 0) return [];
    return html`
<h2><a href="/docs?group=${tag.name}">${titleOf(tag)}</a></h2>
<p>${aboutOf(tag)}</p>
${operationList(members)}`;
  });
  const body = html`
${document.info.description.split('\n\n').map((paragraph) => html`<p>${marked(paragraph)}</p>`)}
<p class="links"><a href="/docs/console">Try it in the browser</a> <a href="/openapi.yaml">OpenAPI</a>
<a href="/agent">Guide for agents</a> <a href="/llms.txt">llms.txt</a></p>
${searchForm('')}
${common(document)}
${groups}`;
  return page({ title: 'API reference', body, isPublic: true, isWide: true });
}

/** What holds for every operation. */
function common(document: ApiDocument): Html {
  const { securitySchemes, headers } = document.components;
  const rows = (described: Record<string, object>): Html[] =>
    Object.entries(described).map(
      ([name, about]) =>
        html`<tr><th scope="row"><code>${name}</code></th><td>${'description' in about ? String(about.description) : ''}</td></tr>`,
    );
  return html`
<details><summary>Credentials</summary><div class="scroll"><table>${rows(securitySchemes)}</table></div></details>
<details><summary>Headers of answers</summary><div class="scroll"><table>${rows(headers)}</table></div></details>
<details><summary>Errors</summary>
<p>Under <code>/api/proxy</code>, <code>/api/v2</code>, <code>/api/account</code>, <code>/api/stripe</code> and
<code>/api/capabilities</code>:</p>
${fieldTable(fieldsOf(document.components.schemas.Error, document), 'Field')}
<p>Elsewhere <code>detail</code> says what happened, and <code>code</code> names the case where there are several.</p>
</details>`;
}

function groupPage(document: ApiDocument, tag: Tag): string {
  const members = operationsOf(document).filter((listed) => listed.tag === tag.name);
  const body = html`
${trail()}
<p>${aboutOf(tag)}</p>
${searchForm('')}
${members.length > 1 ? operationList(members) : ''}
${members.map((listed) => operationSection(listed, document))}`;
  return page({ title: titleOf(tag), body, isPublic: true, isWide: true });
}

function searchPage(document: ApiDocument, words: string): string {
  const found = search(words, document);
  const count = found.length === 1 ? 'One operation' : `${found.length} operations`;
  const body = html`
${trail()}
${searchForm(words)}
<p>${found.length === 0 ? 'Nothing fits all of these words.' : `${count} with all of these words.`}</p>
${operationList(found)}`;
  return page({ title: 'Search the API reference', body, isWide: true });
}

function trail(): Html {
  return html`<p class="links"><a href="/docs">API reference</a> <a href="/docs/console">Try it in the browser</a></p>`;
}

function searchForm(words: string): Html {
  return html`<form class="search" action="/docs" role="search">
<label for="q">Search</label>
<input id="q" name="q" type="search" maxlength="${QUERY_LENGTH_MAX}" value="${words}" autocomplete="off">
<button type="submit">Search</button>
</form>`;
}

/** A tag's description begins with its title: `Payments. Card deposits: …`. */
function titleOf({ description }: Tag): string {
  return description.split('. ', 1)[0] ?? description;
}

function aboutOf(tag: Tag): string {
  return tag.description.slice(titleOf(tag).length).replace(/^\. /, '');
}
