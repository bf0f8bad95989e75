/** One reader for all feeds, against a corpus of odd ones. */
import { describe, expect, it } from 'vitest';
import { type Feed, readFeed } from '../../../src/providers/shared/feed/feed.ts';
import { decodePage } from '../../../src/providers/shared/network/charset.ts';
import { corpus } from './corpus.ts';
import { FEED_URL, type FeedCase } from './forms.ts';

const NOW_MS = Date.UTC(2026, 10, 26);

function read(
  { feed, contentType = 'application/xml', country }: Omit<FeedCase, 'name' | 'items'>,
  itemsMax = 100,
): Feed | null {
  const { text } = decodePage(Buffer.from(feed), contentType);
  const limits = { nowMs: NOW_MS, itemsMax, summaryCharsMax: 500, isWhole: false };
  return readFeed({ text, url: FEED_URL, country, ...limits });
}

const readOnly = (items: string) => read({ feed: `<rss><channel><title>P</title>${items}</channel></rss>` })?.items[0];

describe('a feed', () => {
  it('stands in the corpus in more than 120 forms', () => {
    expect(corpus.length).toBeGreaterThan(120);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it.each(corpus)('is read: $name', ({ items, isCut = false, ...feed }) => {
    const list = read(feed);
    const lines = list?.items.map(({ title, url, publishedAtMs }, index) => {
      const time = publishedAtMs === null ? '-' : new Date(publishedAtMs).toISOString().replace('.000', '');
      return [title, url, time].slice(0, items[index]?.split(' | ').length ?? 3).join(' | ');
    });
    expect(lines).toEqual(items);
    expect(list?.isCut).toBe(isCut);
  });

  it.each(['Asia/Tokyo', 'America/New_York', 'UTC'])('has the same times on a machine in %s', (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      for (const feed of corpus.filter(({ name }) => name.startsWith('date: '))) {
        const time = feed.items[0]?.split(' | ')[2] ?? '-';
        const stated = time === '-' ? null : Date.parse(time);
        expect(read(feed)?.items[0]?.publishedAtMs, feed.name).toBe(stated);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it.each(['<!DOCTYPE html><html><body><rss></rss></body></html>', '{"version":"1"}', '', 'Not found', '<opml/>'])(
    'is not %j',
    (feed) => {
      expect(read({ feed })).toBeNull();
    },
  );

  it('gives the newest of many items, in its own order', () => {
    const items = Array.from({ length: 250 }, (_, n) => {
      const date = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toUTCString();
      return `<item><title>n${n}</title><link>https://a.example/${n}</link><pubDate>${date}</pubDate></item>`;
    });
    for (const order of [items, items.toReversed()]) {
      const list = read({ feed: `<rss><channel>${order.join('')}</channel></rss>` });
      expect(list).toMatchObject({ hasMore: true, isCut: false });
      const numbers = list?.items.map(({ title }) => Number(title.slice(1))) ?? [];
      expect(numbers).toHaveLength(100);
      expect(Math.min(...numbers)).toBe(150);
    }
  });

  it('names the paper that an entry was first in', () => {
    const source = '<source><id>u</id><title>First</title><updated>2026-11-20T01:00:00Z</updated></source>';
    const entry = `<entry><title>t</title><link href="https://a.example/t"/>${source}</entry>`;
    const list = read({ feed: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title>${entry}</feed>` });
    expect(list).toMatchObject({ name: 'Paper', items: [{ origin: 'First' }] });
    const item =
      '<item><title>t</title><link>https://a.example/t</link><source url="https://b.example">B</source></item>';
    expect(readOnly(item)?.origin).toBe('B');
  });

  it('has summaries without markup, cut between characters', () => {
    const text = `${'x'.repeat(499)}\u{1F3EE}\u{1F3EE}`;
    const description = `<title>t</title><link>https://a.example/t</link><description>&lt;p&gt;${text}&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description>`;
    expect(readOnly(`<item>${description}</item>`)?.summary).toBe(`${'x'.repeat(499)}\u{1F3EE}`);
    const parts =
      '<description>&lt;p&gt;one&lt;/p&gt;&lt;p&gt;tw&lt;b&gt;o&lt;/b&gt;&lt;br&gt;three&lt;/p&gt;</description>';
    expect(readOnly(`<item><title>t</title><link>https://a.example/t</link>${parts}</item>`)?.summary).toBe(
      'one two three',
    );
  });

  it.each([
    ['<enclosure url="https://a.example/a.jpg" type="image/jpeg"/>', 'https://a.example/a.jpg'],
    [
      '<enclosure url="https://a.example/a.mp3" type="audio/mpeg"/><media:thumbnail url="/b.png"/>',
      'https://feeds.example/b.png',
    ],
    ['<media:group><media:content url="https://a.example/c" medium="image"/></media:group>', 'https://a.example/c'],
    ['<itunes:image href="https://a.example/d.png"/>', 'https://a.example/d.png'],
    ['<enclosure url="https://a.example/e.mp4"/>', null],
  ])('has the picture of %s', (more, imageUrl) => {
    expect(readOnly(`<item><title>t</title><link>https://a.example/t</link>${more}</item>`)?.imageUrl).toBe(imageUrl);
  });

  it('costs no more than its length, however deep or wide it is', () => {
    const item = `<item><title>t</title><link>https://a.example/t</link>`;
    const feeds = [
      `${item}${'<a>'.repeat(4_000)}`,
      `${item}${'<a/>'.repeat(200_000)}`,
      `${item.repeat(20_000)}`,
      '<!--'.repeat(300_000),
    ];
    const begun = performance.now();
    for (const feed of feeds) read({ feed: `<rss><channel>${feed}</channel></rss>` });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
