/**
 * The console of the API reference: starts Swagger UI, whose script the page loads before. Calls go to the host that the
 * page came from, whatever the public address is. No validator, no other host.
 */
import { byId } from './common/dom.ts';

interface Response {
  headers?: unknown;
}

/** What of the API description is changed here. */
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

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

async function startConsole(): Promise<void> {
  const { group = '' } = byId('console').dataset;
  // Links from elsewhere name the operation behind `#` and perhaps no group.
  const [, named] = /^#\/([\w-]+)\//.exec(location.hash) ?? [];
  const reply = await fetch(`/openapi.json?group=${encodeURIComponent(named ?? group)}`);
  SwaggerUIBundle({
    spec: prepareDescription(await reply.json()),
    dom_id: '#console',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
}

startConsole().catch(() => {
  byId('console').textContent = 'The description of the API could not be read. Reload the page.';
});
