/** `/tools/<name>`: what a tool does, what it costs, its input, the same call from code, and Run. */

import { listFailureCodes } from '../../describe/openapi/failures.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { InlineCode } from '../components/inline-code.tsx';
import { Runner } from '../components/runner.tsx';
import { Snippets } from '../components/snippets.tsx';
import { listFields } from '../docs/fields.ts';
import { InputFields } from '../docs/input-fields.tsx';
import { hasOwnPages } from '../docs/layout.tsx';
import { listOperations } from '../docs/operations.ts';
import { toOperationPath } from '../docs/paths.ts';
import { buildRunForm } from '../docs/run-form.ts';
import { buildSample } from '../docs/sample.ts';
import { renderPage } from '../page.tsx';
import type { PageInfo } from '../page-info.ts';
import { buildSnippets } from '../snippets.ts';
import { explainErrorCode } from '../texts/error-texts.ts';
import { readSample } from '../texts/samples.ts';
import { describeTool } from '../texts/tool-texts.ts';
import { LongerInput, Price } from './price.tsx';

interface DetailProps extends ToolPageProps {
  /** Measured median; null: no calls yet. */
  p50Ms: number | null;
}

interface ToolPageProps {
  tool: RegisteredTool;
  facts: PageInfo;
  language: Language;
  api: ApiDocument;
}

export async function renderToolPage(props: ToolPageProps): Promise<string> {
  const { tool, facts, language } = props;
  const { tools } = await facts.readLatencies();
  const p50Ms = tools.find(({ name }) => name === tool.name)?.p50Ms ?? null;
  const { title, description } = describeTool(tool, language);
  return renderPage({
    title,
    description: description.replaceAll('`', ''),
    body: <ToolDetails {...props} p50Ms={p50Ms} />,
    language,
    origin: facts.baseUrl,
    isPublic: true,
    isWide: true,
    hasOwnHeading: true,
    island: 'islands/run.ts',
  });
}

function ToolDetails({ tool, facts, language, api, p50Ms }: DetailProps) {
  const words = texts('catalogue', language);
  const { name, definition, toolsetName } = tool;
  const example = definition.examples[0] ?? {};
  const sample = readSample(name) ?? buildSample(api.components.schemas[`${name}.answer`], api);
  return (
    <>
      <ToolHead tool={tool} facts={facts} language={language} />
      <h2>{words.run}</h2>
      <RunForm {...{ tool, language, api, p50Ms }} />
      <h2>{words.input}</h2>
      <FieldTable tool={tool} language={language} api={api} />
      <h2>{words.elsewhere}</h2>
      <div data-follows={facts.baseUrl}>
        <Snippets language={language} snippets={buildSnippets(tool, example, facts.baseUrl)} />
      </div>
      {tool.reply === 'json' ? (
        <>
          <h2>{words.answer}</h2>
          <CodeBlock code={sample} />
        </>
      ) : null}
      <h2>{words.errors}</h2>
      <p class="note">{words.errorsNote}</p>
      <ErrorList tool={tool} language={language} />
      <p>
        <a href={toOperationPath({ tag: toolsetName, id: name }, hasOwnPages(toolsetName))}>{words.reference}</a>
      </p>
    </>
  );
}

function ToolHead({ tool, facts, language }: Omit<ToolPageProps, 'api'>) {
  const words = texts('catalogue', language);
  const state = facts.readToolState(tool);
  const text = describeTool(tool, language);
  return (
    <>
      <p class="way">
        <a href="/tools">{words.title}</a>
        {tool.category ? (
          <>
            {' / '}
            <a href={`/tools?category=${tool.category}`}>{words.categories[tool.category]}</a>
          </>
        ) : null}
      </p>
      <div class="tool-head">
        <div>
          <h1 lang={text.language}>{text.title}</h1>
          <p class="lead" lang={text.language}>
            <InlineCode text={text.description} />
          </p>
        </div>
        <p class="price">
          <Price tool={tool} language={language} />
          {tool.priceMicros > 0 ? <small>{words.perCall}</small> : null}
        </p>
      </div>
      <LongerInput tool={tool} language={language} />
      <dl>
        <div>
          <dt>REST</dt>
          <dd>
            <code>
              {tool.method} {tool.path}
            </code>
          </dd>
        </div>
        <div>
          <dt>MCP</dt>
          <dd>
            <code>{tool.name}</code>
          </dd>
        </div>
      </dl>
      {state === 'ready' ? null : <p class="note">{words.state[state]}</p>}
    </>
  );
}

function RunForm({ tool, language, api, p50Ms }: Omit<DetailProps, 'facts'>) {
  const words = texts('catalogue', language);
  const listed = listOperations(api).find(({ id }) => id === tool.name);
  const form = listed && tool.definition.body !== 'multipart' ? buildRunForm(listed, api, tool) : null;
  if (form === null) return <p class="note">{words.needsFile}</p>;
  const action = tool.priceMicros > 0 ? words.runPaid : words.runFree;
  return (
    <>
      <p class="note">{words.runNote}</p>
      <Runner {...{ language, action, p50Ms }} target={form.target} examples={form.examples}>
        <InputFields fields={form.fields} language={language} />
      </Runner>
    </>
  );
}

function FieldTable({ tool, language, api }: Omit<ToolPageProps, 'facts'>) {
  const words = texts('catalogue', language);
  const fields = listFields(tool.inputSchema, api, language);
  if (fields.length === 0) return <p>{words.noInput}</p>;
  return (
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, note, language: own }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code> {isRequired ? <span class="tag">{words.required}</span> : null}
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

/** Errors that callers meet and can act upon; the reference has them all. */
const MATTERING: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'INSUFFICIENT_BALANCE',
  'PRICE_ABOVE_MAX',
  'NO_RESULT',
  'CONTENT_FILTERED',
  'CONTEXT_LENGTH_EXCEEDED',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'TOOL_UNAVAILABLE',
]);

function ErrorList({ tool, language }: { tool: RegisteredTool; language: Language }) {
  const own = new Set(tool.definition.failsWith);
  const codes = listFailureCodes(tool).filter((code) => MATTERING.has(code) || own.has(code));
  return (
    <dl class="errors">
      {codes.map((code) => {
        const { status, message, next } = catalogue[code];
        return (
          <div key={code}>
            <dt>
              <code>
                {status} {code}
              </code>
            </dt>
            <dd>{explainErrorCode(code, language) ?? `${message} ${next}`}</dd>
          </div>
        );
      })}
    </dl>
  );
}
