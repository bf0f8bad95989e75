/** The console of the API reference: Swagger UI, served by us with the description that we make. */
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import type { WebDocument, WebFiles } from '../../describe/web-document.ts';
import { getAssetPath } from '../assets.ts';
import { html } from '../html.ts';
import { renderPage } from '../page.tsx';

const PATH = '/docs/console';
/** They change with the server's version alone. */
const DAY_SECONDS = 86_400;
const FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'];

export function buildConsoleDocument(): WebDocument {
  return {
    path: PATH,
    title: 'Console for trying the API',
    type: 'text/html; charset=utf-8',
    hasCors: false,
    hasInlineStyles: true,
    read: renderConsolePage,
  };
}

/** Those of Swagger UI that the page loads, and their licences. */
export function listConsoleFiles(): WebFiles {
  return { path: PATH, folder: assetsFolder(), names: FILES, maxAgeSeconds: DAY_SECONDS };
}

function renderConsolePage(): string {
  const body = html`
<p class="links"><a href="/docs">API reference</a></p>
<p>Give a key under <b>Authorize</b>; a test key costs nothing and stays in the sandbox. The reference reads as well without a script.</p>
<div id="console"></div>
<noscript><p>The console needs JavaScript.</p></noscript>`;
  const styles = [`${PATH}/swagger-ui.css`, getAssetPath('styles/console.css')];
  const scripts = [`${PATH}/swagger-ui-bundle.js`];
  return renderPage({ title: 'API console', body, styles, scripts, island: 'islands/console.ts' });
}
