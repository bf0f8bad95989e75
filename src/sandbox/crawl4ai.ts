/** Crawl4AI: a list of pages; what it can't have is a failure of the server or an item that did not succeed. */
import { readFields } from './shared/json-fields.ts';
import { buildPage, listSitePages, readPageAddress, readStatus } from './shared/pages.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method !== 'POST' || url.pathname !== '/crawl') return { status: 404, json: { detail: 'Not Found' } };
  const { urls } = readFields(json);
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > 100) {
    return { status: 422, json: { detail: [{ loc: ['body', 'urls'], msg: 'List should have 1 to 100 items' }] } };
  }
  const addresses = urls.map(readPageAddress);
  if (addresses.includes(null)) return refuse(400, 'Invalid URL format. Must start with http://, https://');
  return { json: { success: true, results: addresses.map((address) => buildItem(address ?? '')) } };
}

function buildItem(address: string): object {
  const { url, title, description, html, markdown } = buildPage(address);
  const status = readStatus(address);
  const internal = listSitePages(address, 6).map((href) => ({ href, text: new URL(href).pathname, title: '' }));
  return {
    url,
    html: `<html><body>${html}</body></html>`,
    cleaned_html: html,
    markdown: { raw_markdown: markdown, fit_markdown: markdown, references_markdown: '' },
    links: { internal, external: [] },
    media: { images: [] },
    metadata: { title, description },
    status_code: status,
    success: true,
    error_message: '',
  };
}

const refuse = (status: number, text: string): TwinReply => ({ status, json: { detail: text } });

export default defineTwin({
  id: 'crawl4ai',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Rate limit exceeded: 1000 per 1 minute'),
    'bad-key': () => refuse(401, 'Invalid or missing token'),
    down: () => refuse(503, 'Memory pressure too high'),
    'error-in-200': () => ({ json: { success: false, results: [] } }),
    empty: () => refuse(500, 'net::ERR_NAME_NOT_RESOLVED'),
    'not-found': ({ json }) => {
      const { urls } = readFields(json);
      const address = readPageAddress(Array.isArray(urls) ? urls[0] : null) ?? 'https://example.com/';
      return { json: { success: true, results: [buildItem(new URL('/status/404', address).href)] } };
    },
  },
});
