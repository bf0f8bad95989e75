/** The console of the API reference: Swagger UI, served by us with the description that we make, one group of operations at a time. */
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { WebDocument, WebFiles } from '../../describe/web-document.ts';
import { getAssetPath } from '../assets.ts';
import { renderPage } from '../page.tsx';
import { listTags, readTitle } from './layout.tsx';

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
    read: ({ readApi, query }) => renderConsolePage(readApi(), query.get('group')),
  };
}

/** Those of Swagger UI that the page loads, and their licences. */
export function listConsoleFiles(): WebFiles {
  return { path: PATH, folder: assetsFolder(), names: FILES, maxAgeSeconds: DAY_SECONDS };
}

function renderConsolePage(api: ApiDocument, wanted: string | null): string {
  const tags = listTags(api);
  const open = tags.find(({ name }) => name === wanted)?.name ?? FIRST_GROUP;
  const body = (
    <>
      <p class="links">
        <a href={`/docs?group=${open}`}>API reference</a>
      </p>
      <p>
        Give a key under <b>Authorize</b>; a test key costs nothing and stays in the sandbox. The reference reads as
        well without a script.
      </p>
      <form class="filters" action={PATH}>
        <label>
          <span>Operations</span>
          <select name="group">
            {tags.map((tag) => (
              <option key={tag.name} value={tag.name} selected={tag.name === open}>
                {readTitle(tag)}
              </option>
            ))}
          </select>
        </label>
        <button class="second" type="submit">
          Show
        </button>
      </form>
      <div id="console" data-group={open} />
      <noscript>
        <p>The console needs JavaScript.</p>
      </noscript>
    </>
  );
  const styles = [`${PATH}/swagger-ui.css`, getAssetPath('styles/console.css')];
  const scripts = [`${PATH}/swagger-ui-bundle.js`];
  return renderPage({ title: 'API console', body, styles, scripts, island: 'islands/console.ts' });
}
