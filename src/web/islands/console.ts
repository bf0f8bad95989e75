/**
 * The console of the API reference: starts Swagger UI, whose script the page loads before. Calls go to the host that the
 * page came from, whatever the public address is. No validator, no other host.
 */
import { ensureTestKey, readKey } from './common/call.ts';
import { byId } from './common/dom.ts';

interface Response {
  headers?: unknown;
}

/** Parts of the API description that are changed here. */
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

interface Console {
  preauthorizeApiKey(scheme: string, key: string): void;
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => Console;

/** Of the API description: keys of accounts. */
const SCHEME = 'key';
/** Class of Swagger UI's own dark theme. */
const DARK_CLASS = 'dark-mode';

/** The headers that every answer has would fill screens under each of its statuses: the reference tells them once. */
const withoutHeaders = (responses: Record<string, Response>): Record<string, Response> =>
  Object.fromEntries(Object.entries(responses).map(([name, { headers: _headers, ...rest }]) => [name, rest]));

function prepareDescription(description: Description): object {
  for (const item of Object.values(description.paths)) {
    for (const operation of Object.values(item)) operation.responses = withoutHeaders(operation.responses);
  }
  description.components.responses = withoutHeaders(description.components.responses);
  return { ...description, servers: [{ url: location.origin }] };
}

/** Swagger UI follows the theme of the page. */
function followTheme(): void {
  const { documentElement: root } = document;
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : device.matches;
    root.classList.toggle(DARK_CLASS, isDark);
  };
  apply();
  device.addEventListener('change', apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-theme'] });
}

/** The key that this tab has already, or a new one on a click. */
function offerTestKey(console: Console): void {
  const state = byId('key-state');
  const fill = (key: string): void => {
    console.preauthorizeApiKey(SCHEME, key);
    state.textContent = state.dataset.ready ?? '';
  };
  if (readKey() !== '') fill(readKey());
  byId('use-test-key').addEventListener('click', () => {
    ensureTestKey().then(fill, () => {
      state.textContent = state.dataset.failed ?? '';
    });
  });
}

async function startConsole(): Promise<void> {
  const { group = '' } = byId('console').dataset;
  // Links from elsewhere name the operation behind `#` and perhaps no group.
  const [, named] = /^#\/([\w-]+)\//.exec(location.hash) ?? [];
  const reply = await fetch(`/openapi.json?group=${encodeURIComponent(named ?? group)}`);
  const swagger = SwaggerUIBundle({
    spec: prepareDescription(await reply.json()),
    dom_id: '#console',
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => offerTestKey(swagger),
  });
}

followTheme();
startConsole().catch(() => {
  const room = byId('console');
  room.textContent = room.dataset.failed ?? '';
});
