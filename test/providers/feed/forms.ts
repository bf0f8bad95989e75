/** Formats of the feed corpus. */

export interface FeedCase {
  name: string;
  /** UTF-8 when it is text. */
  feed: string | Uint8Array;
  /** Items as `title | address | time`; `-` stands for what isn't known, and an item may end early. */
  items: readonly string[];
  isCut?: boolean;
  contentType?: string;
  country?: string;
}

/** Where every feed of the corpus is served. */
export const FEED_URL = 'https://feeds.example/paper/feed.xml';

export const rss = (items: string, { head = '<link>https://a.example/home/</link>', attrs = '' } = {}): string =>
  `<?xml version="1.0"?><rss version="2.0"${attrs}><channel><title>Paper</title>${head}${items}</channel></rss>`;
export const item = (title: string, more = `<link>https://a.example/${title}</link>`): string =>
  `<item><title>${title}</title>${more}</item>`;
export const atom = (entries: string, attrs = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attrs}><title>Paper</title>${entries}</feed>`;
export const entry = (title: string, links: string, more = ''): string =>
  `<entry><title>${title}</title><id>urn:${title}</id>${links}${more}</entry>`;
export const feed = (name: string, text: FeedCase['feed'], ...items: string[]): FeedCase => ({
  name,
  feed: text,
  items,
});
export const dated = (name: string, date: string, time: string, country?: string): FeedCase => ({
  name: `date: ${name}`,
  feed: rss(item('t', `<link>https://a.example/t</link><pubDate>${date}</pubDate>`)),
  items: [`t | https://a.example/t | ${time}`],
  ...(country === undefined ? {} : { country }),
});

export const one = 'one | https://a.example/one';
export const two = 'two | https://a.example/two';
export const both = item('one') + item('two');
export const DC = ' xmlns:dc="http://purl.org/dc/elements/1.1/"';
export const MEDIA = ' xmlns:media="http://search.yahoo.com/mrss/"';
export const ATOM = ' xmlns:atom="http://www.w3.org/2005/Atom"';
