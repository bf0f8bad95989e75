/** The contents of the documents and the API reference: pages made from the API description, which need no script. */

import type { ApiDocument } from '../../describe/openapi/types.ts';
import { readGuide } from '../../locales/guides.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { truncate } from '../../text/truncate.ts';
import { InlineCode } from '../components/inline-code.tsx';
import { describeField } from '../texts/tool-texts.ts';
import { listFields } from './fields.ts';
import { guides } from './guides/guides.ts';
import { listGroups, listTags, readAbout, readTitle, renderDocsPage, type Tag, toSectionPath } from './layout.tsx';
import { describeOperation, FieldTable, OperationDetails, OperationList } from './operation.tsx';
import { type ListedOperation, listOperations } from './operations.ts';
import type { SearchEntry } from './search.ts';
import { QUERY_LENGTH_MAX, SearchForm, SearchResults } from './search-page.tsx';

/** `search`: finds what the query asks for (`q`). */
export interface ReferenceRequest {
  api: ApiDocument;
  query: URLSearchParams;
  language: Language;
  search: (text: string) => Promise<readonly SearchEntry[]>;
}

/**
 * The page that the query asks for: what a search finds (`q`), one operation (`operation`), the operations of a group (`group`), or
 * the contents.
 */
export async function renderReferencePage({ api, query, language, search }: ReferenceRequest): Promise<string> {
  const text = truncate(query.get('q') ?? '', QUERY_LENGTH_MAX).trim();
  if (text !== '') return renderSearchPage(api, text, await search(text), language);
  const operation = listOperations(api).find(({ id }) => id === query.get('operation'));
  if (operation) return renderOperationPage(api, operation, language);
  const tag = api.tags.find(({ name }) => name === query.get('group'));
  return tag ? renderGroupPage(api, tag, language) : renderContentsPage(api, language);
}

function renderContentsPage(api: ApiDocument, language: Language): string {
  const words = texts('docs', language);
  const operations = listOperations(api);
  const tags = listTags(api).filter(({ name }) => operations.some(({ tag }) => tag === name));
  const about = describeField(api.info.description, language);
  return renderDocsPage({
    title: words.title,
    description: words.lead,
    language,
    api,
    open: '/docs',
    island: 'islands/live-search.ts',
    children: (
      <>
        <p>
          {words.lead} {words.english}
        </p>
        <SearchForm text="" language={language} />
        <SearchResults text="" results={[]} language={language} />
        <h2>{words.guides}</h2>
        <ol class="guide-list">
          {guides.map(({ id }) => (
            <li key={id}>
              <a href={`/docs/${id}`}>{readGuide(id, language).title}</a>
              <span>{readGuide(id, language).about}</span>
            </li>
          ))}
        </ol>
        <h2>{words.reference}</h2>
        {listGroups(tags).map(({ group, tags: own }) => (
          <section key={group}>
            <h3>{words.groups[group]}</h3>
            <TagList tags={own} language={language} />
          </section>
        ))}
        <p class="links">
          <a href="/docs/console">{words.console}</a> <a href="/openapi.yaml">OpenAPI</a>{' '}
          <a href="/llms.txt">llms.txt</a>
        </p>
        <div lang={about.language}>
          {about.text.split('\n\n').map((paragraph) => (
            <p key={paragraph} class="note">
              <InlineCode text={paragraph} />
            </p>
          ))}
        </div>
        <CommonDetails api={api} language={language} />
      </>
    ),
  });
}

function TagList({ tags, language }: { tags: readonly Tag[]; language: Language }) {
  return (
    <dl class="groups">
      {tags.map((tag) => (
        <div key={tag.name}>
          <dt>
            <a href={toSectionPath(tag.name)}>{readTitle(tag, language)}</a>
          </dt>
          <About tag={tag} language={language} />
        </div>
      ))}
    </dl>
  );
}

function About({ tag, language }: { tag: Tag; language: Language }) {
  const { text, language: own } = readAbout(tag, language);
  return <dd lang={own}>{text}</dd>;
}

/** Shared by all operations. */
function CommonDetails({ api, language }: { api: ApiDocument; language: Language }) {
  const words = texts('docs', language);
  const { securitySchemes, headers, schemas } = api.components;
  return (
    <>
      <DescriptionTable title={words.credentials} described={securitySchemes} language={language} />
      <DescriptionTable title={words.responseHeaders} described={headers} language={language} />
      <details>
        <summary>{words.errors}</summary>
        <p>
          <InlineCode text={words.gatewayErrors} />
        </p>
        <FieldTable fields={listFields(schemas.Error, api, language)} title={words.field} language={language} />
        <p>
          <InlineCode text={words.otherErrors} />
        </p>
      </details>
    </>
  );
}

interface DescriptionProps {
  title: string;
  described: Readonly<Record<string, object>>;
  language: Language;
}

function DescriptionTable({ title, described, language }: DescriptionProps) {
  return (
    <details>
      <summary>{title}</summary>
      <table class="cards">
        <tbody>
          {Object.entries(described).map(([name, about]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <Description text={'description' in about ? String(about.description) : ''} language={language} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Description({ text, language }: { text: string; language: Language }) {
  const own = describeField(text, language);
  return <td lang={own.language}>{own.text}</td>;
}

function renderGroupPage(api: ApiDocument, tag: Tag, language: Language): string {
  const operations = listOperations(api).filter((listed) => listed.tag === tag.name);
  const [only] = operations;
  const about = readAbout(tag, language);
  return renderDocsPage({
    title: readTitle(tag, language),
    description: about.text,
    isTranslated: true,
    language,
    api,
    open: toSectionPath(tag.name),
    children: (
      <>
        <p lang={about.language}>{about.text}</p>
        <p class="links">
          <a href={`/docs/console?group=${tag.name}`}>{texts('docs', language).tryHere}</a>{' '}
          <a href={`/openapi.json?group=${tag.name}`}>OpenAPI</a>
        </p>
        {operations.length === 1 && only ? (
          <OperationDetails operation={only} api={api} language={language} />
        ) : (
          <OperationList operations={operations} language={language} />
        )}
      </>
    ),
  });
}

function renderOperationPage(api: ApiDocument, operation: ListedOperation, language: Language): string {
  const tag = api.tags.find(({ name }) => name === operation.tag);
  const text = describeOperation(operation, language);
  return renderDocsPage({
    title: text.title,
    description: text.description.replaceAll('`', ''),
    isTranslated: true,
    language,
    api,
    open: toSectionPath(operation.tag),
    children: (
      <>
        {tag ? (
          <p class="links">
            <a href={toSectionPath(tag.name)}>{readTitle(tag, language)}</a>
          </p>
        ) : null}
        <OperationDetails operation={operation} api={api} language={language} />
      </>
    ),
  });
}

function renderSearchPage(api: ApiDocument, text: string, results: readonly SearchEntry[], language: Language): string {
  return renderDocsPage({
    title: texts('docs', language).search,
    language,
    api,
    open: '/docs',
    isPublic: false,
    isTranslated: true,
    island: 'islands/live-search.ts',
    children: (
      <>
        <SearchForm text={text} language={language} />
        <SearchResults text={text} results={results} language={language} />
      </>
    ),
  });
}
