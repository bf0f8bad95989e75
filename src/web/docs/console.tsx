/** The console of the API reference: one operation as a form that runs it, with the same request as code beside it. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { InlineCode } from '../components/inline-code.tsx';
import { Runner } from '../components/runner.tsx';
import { Snippets } from '../components/snippets.tsx';
import { renderPage } from '../page.tsx';
import type { PageInfo } from '../page-info.ts';
import { buildHttpSnippets, buildSnippets } from '../snippets.ts';
import { InputFields } from './input-fields.tsx';
import { listGroups, listTags, readTitle, type Tag } from './layout.tsx';
import { describeOperation } from './operation.tsx';
import { buildExampleCall, formatCredentials, type ListedOperation, listOperations } from './operations.ts';
import { buildRunForm } from './run-form.ts';

export const CONSOLE_PATH = '/docs/console';
const FIRST_GROUP = 'proxy';

interface ConsoleProps {
  registry: Registry;
  facts: PageInfo;
  api: ApiDocument;
  query: URLSearchParams;
  language: Language;
}

/** Shows the operation that the query names (`operation`), else the first of its group (`group`). */
export async function renderConsolePage({ registry, facts, api, query, language }: ConsoleProps): Promise<string> {
  const words = texts('console', language);
  const operations = listOperations(api);
  const named = operations.find(({ id }) => id === query.get('operation'));
  const wanted = named?.tag ?? query.get('group');
  const tags = listTags(api).filter(({ name }) => operations.some(({ tag }) => tag === name));
  const group = tags.find(({ name }) => name === wanted)?.name ?? FIRST_GROUP;
  const own = operations.filter(({ tag }) => tag === group);
  const open = named ?? own[0];
  const { tools } = await facts.readLatencies();
  const body = (
    <>
      <p>
        {words.lead} <a href={`/docs?group=${group}`}>{words.reference}</a>
      </p>
      <form class="filters" action={CONSOLE_PATH} data-choose>
        <GroupChoice tags={tags} group={group} language={language} />
        <label>
          <span>{words.operation}</span>
          <select name="operation">
            {own.map((listed) => (
              <option key={listed.id} value={listed.id} selected={listed === open}>
                {describeOperation(listed, language).title} · {listed.method} {listed.path}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">{words.show}</button>
      </form>
      <div class="filters scripted">
        <label>
          <span>{words.token}</span>
          <input data-token type="password" autocomplete="off" spellcheck={false} aria-describedby="token-note" />
        </label>
        <p class="note" id="token-note">
          {words.tokenNote}
        </p>
      </div>
      {open === undefined ? null : (
        <Operation
          {...{ listed: open, registry, facts, api, language }}
          p50Ms={tools.find(({ name }) => name === open.id)?.p50Ms ?? null}
        />
      )}
      <noscript>
        <p>{words.needsScript}</p>
      </noscript>
    </>
  );
  return renderPage({ title: words.title, body, language, isWide: true, island: 'islands/console.ts' });
}

function GroupChoice({ tags, group: open, language }: { tags: readonly Tag[]; group: string; language: Language }) {
  return (
    <label>
      <span>{texts('console', language).group}</span>
      <select name="group">
        {listGroups(tags).map(({ group, tags: own }) => (
          <optgroup key={group} label={texts('docs', language).groups[group]}>
            {own.map((tag) => (
              <option key={tag.name} value={tag.name} selected={tag.name === open}>
                {readTitle(tag, language)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface OperationProps extends Omit<ConsoleProps, 'query'> {
  listed: ListedOperation;
  /** Measured median; null: no calls yet. */
  p50Ms: number | null;
}

function Operation({ listed, registry, facts, api, language, p50Ms }: OperationProps) {
  const words = texts('console', language);
  const text = describeOperation(listed, language);
  const sold = listToolsOnOffer(registry).find(({ name }) => name === listed.id);
  const form = buildRunForm(listed, api, sold);
  const call = buildExampleCall(listed, api);
  const isPaid = (form?.target.priceMicros ?? 0) > 0;
  const example = form?.examples[0] ?? {};
  const snippets = sold ? buildSnippets(sold, example, facts.baseUrl) : call ? buildHttpSnippets(call) : [];
  return (
    <div class="console" id="operation">
      <section>
        <h2 lang={text.language}>{text.title}</h2>
        <p class="route">
          <code class="method">{listed.method}</code> <code>{listed.path}</code>
        </p>
        <p lang={text.language}>
          <InlineCode text={text.description} />
        </p>
        <p class="note">
          {formatCredentials(listed.operation, language)} ·{' '}
          <a href={`/docs?operation=${listed.id}`}>{words.reference}</a>
        </p>
        {form === null ? (
          <p class="note">{words.needsFile}</p>
        ) : (
          <Runner
            {...{ language, target: form.target, examples: form.examples }}
            action={isPaid ? words.runPaid : words.run}
            {...(isPaid ? { p50Ms } : {})}
          >
            <InputFields fields={form.fields} language={language} />
          </Runner>
        )}
      </section>
      <section>
        <h2>{words.request}</h2>
        <div data-follows={facts.baseUrl}>
          <Snippets snippets={snippets} language={language} />
        </div>
      </section>
    </div>
  );
}
