/** Feeds: `/…atom…` is Atom, `/…rdf…` is RSS 1.0, all others are RSS 2.0; the country is in the path. */
import { type Headline, listHeadlines } from './shared/headlines.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function handle({ method, url, nowMs }: TwinRequest): TwinReply {
  if (method !== 'GET') return { status: 405, body: '' };
  if (url.pathname.includes('missing')) return { status: 404, body: '<html><body>Not Found</body></html>' };
  const country = /(?:^|\/)([a-z]{2})(?=[./])/.exec(url.pathname)?.[1];
  const category = /(business|technology|sports|health|science|entertainment)/.exec(url.pathname)?.[1];
  const headlines = listHeadlines({ country, category, count: 30, nowMs });
  if (url.pathname.includes('atom')) return xml('application/atom+xml', writeAtom(headlines));
  if (url.pathname.includes('rdf')) return xml('application/rdf+xml', writeRdf(headlines));
  return xml('application/rss+xml', writeRss(headlines));
}

const xml = (type: string, body: string): TwinReply => ({
  headers: { 'content-type': `${type}; charset=utf-8` },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`,
});

function writeRss(headlines: readonly Headline[]): string {
  const items = headlines.map(
    ({ title, url, description, publishedAt, host }) =>
      `<item><title>${escapeXml(title)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>` +
      `<description><![CDATA[<p>${description}</p>]]></description><pubDate>${new Date(publishedAt).toUTCString()}</pubDate>` +
      `<enclosure url="https://${host}/a.jpg" type="image/jpeg" length="1"/></item>`,
  );
  return `<rss version="2.0"><channel><title>Sandbox feed</title><link>https://feeds.example.com/</link><description>News</description>${items.join('')}</channel></rss>`;
}

function writeAtom(headlines: readonly Headline[]): string {
  const entries = headlines.map(
    ({ title, url, description, publishedAt }) =>
      `<entry><title type="html">${escapeXml(escapeXml(title))}</title><link rel="self" href="${url}.atom"/><link rel="alternate" href="${url}"/>` +
      `<id>${url}</id><updated>${publishedAt}</updated><summary>${escapeXml(description)}</summary></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Sandbox Atom</title><id>urn:sandbox</id>${entries.join('')}</feed>`;
}

function writeRdf(headlines: readonly Headline[]): string {
  const items = headlines.map(
    ({ title, url, publishedAt }) =>
      `<item rdf:about="${url}"><title>${escapeXml(title)}</title><link>${url}</link><dc:date>${publishedAt}</dc:date></item>`,
  );
  const names =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return `<rdf:RDF ${names}><channel rdf:about="https://feeds.example.com/"><title>Sandbox RDF</title></channel>${items.join('')}</rdf:RDF>`;
}

export default defineTwin({
  id: 'rss',
  handle,
  failures: {
    'error-in-200': () => ({
      headers: { 'content-type': 'text/html' },
      body: '<html><body>Try again later</body></html>',
    }),
    // What is complete of a feed that is cut off is read, so this one ends before its first item.
    malformed: () =>
      xml('application/rss+xml', '<rss version="2.0"><channel><title>Sandbox feed</title><item><title>Cut'),
    empty: () => xml('application/rss+xml', writeRss([])),
    'not-found': () => ({ status: 404, body: '<html><body>Not Found</body></html>' }),
  },
});
