/** Titles, vocabularies and encodings. */
import { atom, DC, entry, type FeedCase, feed, item, MEDIA, one, rss } from './forms.ts';

const LINK = '<link>https://a.example/t</link>';
const titled = (name: string, title: string, text: string): FeedCase =>
  feed(
    `title: ${name}`,
    rss(`<item>${title}${LINK}</item>`, { attrs: `${DC}${MEDIA}` }),
    `${text} | https://a.example/t`,
  );

export const titles: FeedCase[] = [
  titled(
    'from the description',
    '<description>A short note without a title</description>',
    'A short note without a title',
  ),
  titled(
    'an empty one',
    '<title/><description>&lt;p&gt;First sentence. And more.&lt;/p&gt;</description>',
    'First sentence.',
  ),
  titled('from Japanese text', '<description>新製品を発売した。価格は千円。</description>', '新製品を発売した。'),
  titled('from a long text', `<description>${'word '.repeat(60)}</description>`, `${'word '.repeat(18)}word…`),
  titled('of a picture first', '<media:title>Picture</media:title><title>Right</title>', 'Right'),
  titled(
    'of a group first',
    '<media:group><media:title>Video</media:title></media:group><title>Right</title>',
    'Right',
  ),
  titled('of a picture alone', '<media:title>Picture</media:title>', 'Picture'),
  titled('of Dublin Core alone', '<dc:title>Core</dc:title>', 'Core'),
  titled('escaped twice', '<title>AT&amp;amp;T &amp;lt;b&amp;gt; &lt;i&gt;x&lt;/i&gt;</title>', 'AT&T <b> x'),
  titled('CDATA', '<title><![CDATA[5 < 6 & 7 > 3]]></title>', '5 < 6 & 7 > 3'),
  titled('a lone less-than sign', '<title>a &lt; b and c</title>', 'a < b and c'),
  titled('entities of HTML', '<title>caf&eacute;&nbsp;&mdash; x</title>', 'café — x'),
  titled('numbered entities', '<title>&#26032;&#x88FD;品</title>', '新製品'),
  titled(
    'markup',
    '<title>&lt;b&gt;Bold&lt;/b&gt; and &lt;script&gt;x()&lt;/script&gt;plain</title>',
    'Bold and plain',
  ),
  titled('an emoji', '<title>\u{1F3EE} lantern</title>', '\u{1F3EE} lantern'),
  titled('many lines', '<title>\n  one\n  two\n</title>', 'one two'),
  feed(
    'title: XHTML',
    atom(
      '<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b>er title</div></title><link href="https://a.example/t"/></entry>',
    ),
    'A bolder title | https://a.example/t',
  ),
  feed(
    'title: HTML of Atom',
    atom('<entry><title type="html">A &lt;b&gt;bold&lt;/b&gt; one</title><link href="https://a.example/t"/></entry>'),
    'A bold one | https://a.example/t',
  ),
  feed(
    'title: text of Atom',
    atom('<entry><title type="text">if a &lt;b&gt; c</title><link href="https://a.example/t"/></entry>'),
    'if a <b> c | https://a.example/t',
  ),
];

export const kinds: FeedCase[] = [
  feed(
    'RSS 1.0',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"${DC}><channel><title>P</title></channel><item><title>one</title><link>https://a.example/one</link><dc:date>2026-07-18T08:00+09:00</dc:date></item></rdf:RDF>`,
    `${one} | 2026-07-17T23:00:00Z`,
  ),
  feed(
    'RSS 1.0 with its address alone',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://a.example/one"><title>one</title></item></rdf:RDF>',
    one,
  ),
  feed(
    'RSS 0.90',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><item><title>one</title><link>https://a.example/one</link></item></rdf:RDF>',
    one,
  ),
  feed(
    'RSS 0.91',
    `<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/rss-0.91.dtd">${rss(item('one')).replace('2.0', '0.91')}`,
    one,
  ),
  feed(
    'RSS with a prefix',
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/"><s:item><s:title>one</s:title><s:link>https://a.example/one</s:link></s:item></r:RDF>',
    one,
  ),
  feed(
    'Atom with a prefix',
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>one</a:title><a:link href="https://a.example/one"/><a:updated>2026-11-20T01:00:00Z</a:updated></a:entry></a:feed>',
    `${one} | 2026-11-20T01:00:00Z`,
  ),
  feed(
    'Atom 0.3',
    '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>one</title><link rel="alternate" href="https://a.example/one"/><issued>2004-05-01T08:00:00Z</issued></entry></feed>',
    `${one} | 2004-05-01T08:00:00Z`,
  ),
  feed(
    'Atom without its namespace',
    '<feed><entry><title>one</title><link href="https://a.example/one"/></entry></feed>',
    one,
  ),
  feed('RSS 2.0 in a namespace', rss(item('one'), { attrs: ' xmlns="http://backend.userland.com/rss2"' }), one),
  feed(
    'a namespace of one item',
    rss(`<item xmlns="http://search.yahoo.com/mrss/"><title>x</title></item>${item('one')}`),
    one,
  ),
  feed(
    'published before updated',
    atom(
      entry(
        'one',
        '<link href="https://a.example/one"/>',
        '<updated>2026-11-22T00:00:00Z</updated><published>2026-11-20T00:00:00Z</published>',
      ),
    ),
    `${one} | 2026-11-20T00:00:00Z`,
  ),
  feed(
    'a second date where the first is unreadable',
    rss(
      item(
        'one',
        '<link>https://a.example/one</link><pubDate>some day</pubDate><dc:date>2026-07-18T08:00:00</dc:date>',
      ),
      { attrs: DC },
    ),
    `${one} | 2026-07-18T08:00:00Z`,
  ),
  feed(
    'a prefix that is not declared',
    rss(item('one', '<link>https://a.example/one</link><dc:date>2026-07-18T08:00:00Z</dc:date>')),
    `${one} | 2026-07-18T08:00:00Z`,
  ),
  feed(
    'the language of the channel',
    rss(item('one', '<link>https://a.example/one</link><pubDate>2026-07-18 08:00</pubDate>'), {
      head: '<language>ja</language>',
    }),
    `${one} | 2026-07-17T23:00:00Z`,
  ),
];

const wide = (text: string, swap: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};
const named = (encoding: string, bytes: readonly number[]): Buffer =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>`),
    Buffer.from(bytes),
    Buffer.from('</title><link>https://a.example/t</link></item></channel></rss>'),
  ]);
const NEW_PRODUCT = '新製品 | https://a.example/t';
const UTF16 = rss(item('one')).replace('?>', ' encoding="UTF-16"?>');
const IN_UTF8 = [...Buffer.from('新製品')];

export const encodings: FeedCase[] = [
  feed('UTF-16, little end first, with a mark', wide(`\ufeff${UTF16}`, false), one),
  feed('UTF-16, big end first, with a mark', wide(`\ufeff${UTF16}`, true), one),
  feed('UTF-16, little end first, without a mark', wide(UTF16, false), one),
  feed('UTF-16, big end first, without a mark', wide(UTF16, true), one),
  feed('UTF-8 that says it is UTF-16', UTF16, one),
  feed('Shift_JIS', named('Shift_JIS', [0x90, 0x56, 0x90, 0xbb, 0x95, 0x69]), NEW_PRODUCT),
  feed('Shift_JIS by another name', named('Windows-31J', [0x90, 0x56, 0x90, 0xbb, 0x95, 0x69]), NEW_PRODUCT),
  feed('EUC-JP', named('EUC-JP', [0xbf, 0xb7, 0xc0, 0xbd, 0xc9, 0xca]), NEW_PRODUCT),
  feed(
    'ISO-2022-JP',
    named('ISO-2022-JP', [0x1b, 0x24, 0x42, 0x3f, 0x37, 0x40, 0x3d, 0x49, 0x4a, 0x1b, 0x28, 0x42]),
    NEW_PRODUCT,
  ),
  feed('GBK', named('GBK', [0xd0, 0xc2, 0xb2, 0xfa, 0xc6, 0xb7]), '新产品 | https://a.example/t'),
  feed('Big5', named('Big5', [0xb7, 0x73, 0xb2, 0xa3, 0xab, 0x7e]), '新產品 | https://a.example/t'),
  feed('EUC-KR', named('EUC-KR', [0xc7, 0xd1, 0xb1, 0xdb]), '한글 | https://a.example/t'),
  feed('windows-1251', named('windows-1251', [0xcc, 0xe8, 0xf0]), 'Мир | https://a.example/t'),
  feed('windows-1252', named('windows-1252', [0x93, 0x63, 0x61, 0x66, 0xe9, 0x94]), '“café” | https://a.example/t'),
  feed('ISO-8859-1', named('ISO-8859-1', [0x63, 0x61, 0x66, 0xe9]), 'café | https://a.example/t'),
  feed('UTF-8 that says it is ISO-8859-1', named('ISO-8859-1', [...Buffer.from('café')]), 'café | https://a.example/t'),
  {
    ...feed('UTF-8 that its header calls Latin', named('UTF-8', IN_UTF8), NEW_PRODUCT),
    contentType: 'text/xml; charset=iso-8859-1',
  },
  {
    ...feed(
      'Shift_JIS that its header calls UTF-8',
      named('Shift_JIS', [0x90, 0x56, 0x90, 0xbb, 0x95, 0x69]),
      NEW_PRODUCT,
    ),
    contentType: 'text/xml; charset=utf-8',
  },
  feed('an encoding that nobody knows', named('utf-8-bom', IN_UTF8), NEW_PRODUCT),
];
