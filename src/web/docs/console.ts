/** The console of the API reference: Swagger UI, served by us with the description that we make. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import type { WebDocument } from '../../describe/web-document.ts';
import { getAssetPath } from '../assets.ts';
import { html } from '../html.ts';
import { renderPage } from '../page.tsx';

const PATH = '/docs/console';
/** It changes with the server's version alone. */
const CACHED = ['Cache-Control', 'public, max-age=86400'];

export function buildConsoleDocuments(): WebDocument[] {
  const asset = (file: string, title: string, type: string): WebDocument => ({
    path: `${PATH}/${file}`,
    title,
    type,
    hasCors: false,
    headers: CACHED,
    read: readOnce(() => readFile(join(assetsFolder(), file))),
  });
  return [
    {
      path: PATH,
      title: 'Console for trying the API',
      type: 'text/html; charset=utf-8',
      hasCors: false,
      hasInlineStyles: true,
      read: renderConsolePage,
    },
    asset('swagger-ui-bundle.js', 'Script of the console', 'text/javascript; charset=utf-8'),
    asset('swagger-ui-bundle.js.LICENSE.txt', 'Licences of the console', 'text/plain; charset=utf-8'),
    asset('swagger-ui.css', 'Style of the console', 'text/css; charset=utf-8'),
  ];
}

/** Read for the first reader: the files do not change while the server runs. */
function readOnce(read: () => Promise<Uint8Array>): () => Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  return async () => {
    bytes ??= await read();
    return bytes;
  };
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
