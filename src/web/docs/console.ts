/** The console of the API reference: Swagger UI, served by us with the description that we make. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import assetsFolder from 'swagger-ui-dist/absolute-path.js';
import type { WebDocument } from '../../describe/web-document.ts';
import { html, renderPage } from '../html.ts';

const PATH = '/docs/console';
/** It changes with the server's version alone. */
const CACHED = ['Cache-Control', 'public, max-age=86400'];

/**
 * Calls go to the host that the page came from, whatever the public address is. No validator, no other host. The headers
 * that every answer has would fill screens under each of its statuses: the reference tells them once.
 */
const START = `
'use strict';
const withoutHeaders = (responses) =>
  Object.fromEntries(Object.entries(responses).map(([name, { headers, ...rest }]) => [name, rest]));

function shown(spec) {
  for (const item of Object.values(spec.paths)) {
    for (const operation of Object.values(item)) operation.responses = withoutHeaders(operation.responses);
  }
  spec.components.responses = withoutHeaders(spec.components.responses);
  return { ...spec, servers: [{ url: location.origin }] };
}

fetch('/openapi.json')
  .then((reply) => reply.json())
  .then((spec) => {
    SwaggerUIBundle({
      spec: shown(spec),
      dom_id: '#console',
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      validatorUrl: null,
    });
  })
  .catch(() => {
    document.getElementById('console').textContent = 'The description of the API could not be read. Reload the page.';
  });
`.trimStart();

/** Around Swagger UI, which has a style of its own for everything that the style of our pages names. */
const STYLE = `
body { margin: 0; background: #ffffff; color: #1a1f24; color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 75rem; margin: 0 auto; padding: 1.5rem 0.5rem 3rem; }
h1, main > p { margin: 0.5rem 0.75rem; }
.swagger-ui .info { margin: 1rem 0; }
.swagger-ui .wrapper { padding: 0 0.5rem; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
.swagger-ui .opblock-body { overflow-x: auto; }
`.trimStart();

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
    {
      path: `${PATH}/console.css`,
      title: 'Style around the console',
      type: 'text/css; charset=utf-8',
      hasCors: false,
      read: () => STYLE,
    },
    {
      path: `${PATH}/start.js`,
      title: 'Start of the console',
      type: 'text/javascript; charset=utf-8',
      hasCors: false,
      read: () => START,
    },
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
  const styles = [`${PATH}/swagger-ui.css`, `${PATH}/console.css`];
  const scripts = [`${PATH}/swagger-ui-bundle.js`, `${PATH}/start.js`];
  return renderPage({ title: 'API console', body, styles, scripts });
}
