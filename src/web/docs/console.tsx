/** The console of the API reference: Swagger UI, served by us with the description that we make, one group of operations at a time. */
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { WebDocument, WebFiles } from '../../describe/web-document.ts';
import { chooseDocumentLanguage, type Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { getAssetPath } from '../assets.ts';
import { renderPage } from '../page.tsx';
import { listGroups, listTags, readTitle } from './layout.tsx';

const PATH = '/docs/console';
/** They change with the server's version alone. */
const DAY_SECONDS = 86_400;
const FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'];
const FIRST_GROUP = 'account';

export function buildConsoleDocument(): WebDocument {
  return {
    path: PATH,
    title: 'Console for trying the API',
    type: 'text/html; charset=utf-8',
    hasCors: false,
    hasInlineStyles: true,
    read: ({ readApi, query, acceptLanguage }) =>
      renderConsolePage(readApi(), query.get('group'), chooseDocumentLanguage(query, acceptLanguage)),
  };
}

/** Those of Swagger UI that the page loads, and their licences. */
export function listConsoleFiles(): WebFiles {
  return { path: PATH, folder: assetsFolder(), names: FILES, maxAgeSeconds: DAY_SECONDS };
}

function renderConsolePage(api: ApiDocument, wanted: string | null, language: Language): string {
  const words = texts('console', language);
  const tags = listTags(api);
  const open = tags.find(({ name }) => name === wanted)?.name ?? FIRST_GROUP;
  const body = (
    <>
      <div class="console-head">
        <p>
          {words.lead} <a href={`/docs?group=${open}`}>{words.reference}</a>
        </p>
        <form action={PATH}>
          <label>
            <span>{words.operations}</span>
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
          <button type="submit">{words.show}</button>
          <button id="use-test-key" class="first scripted" type="button">
            {words.useTestKey}
          </button>
        </form>
        <p id="key-state" role="status" data-ready={words.keyReady} data-failed={words.noKey} />
      </div>
      <div id="console" data-group={open} data-failed={words.failed} lang="en" />
      <noscript>
        <p>{words.needsScript}</p>
      </noscript>
    </>
  );
  const styles = [`${PATH}/swagger-ui.css`, getAssetPath('styles/console.css')];
  const scripts = [`${PATH}/swagger-ui-bundle.js`];
  const island = 'islands/console.ts';
  return renderPage({ title: words.title, body, language, isWide: true, styles, scripts, island });
}
