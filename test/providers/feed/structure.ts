/** Broken feeds, and items whose address is hard to find. */
import { ATOM, atom, both, entry, type FeedCase, feed, item, one, rss, two } from './forms.ts';

export const junk: FeedCase[] = [
  feed('a comment behind the end', `${rss(both)}\n<!-- cached 12:00 -->`, one, two),
  feed('a script behind the end', `${rss(both)}<script src="https://cdn.example/x.js"></script>`, one, two),
  feed('another feed behind the end', rss(item('one')) + rss(item('two')), one),
  feed('words behind the end', `${rss(item('one'))} Warning: memory`, one),
  feed('PHP notices before the start', `<br />\n<b>Notice</b>: x in <b>/srv/a.php</b><br />\n${rss(both)}`, one, two),
  feed('blank lines before the declaration', `\n \n${rss(both)}`, one, two),
  feed('a comment that names a feed', `<!-- <rss version="2.0"> -->${rss(item('one'))}`, one),
  feed('a byte order mark', `\ufeff${rss(both)}`, one, two),
  feed('a style sheet', `<?xml-stylesheet href="/a.xsl"?>${rss(item('one'))}`, one),
  feed(
    'U+0000 in a title',
    rss(item('A\u0000B', '<link>https://a.example/n</link>')),
    'A\ufffdB | https://a.example/n',
  ),
  feed(
    'a reference to U+0000',
    rss(item('A&#0;B', '<link>https://a.example/n</link>')),
    'A\ufffdB | https://a.example/n',
  ),
  feed('control characters', rss(item('A\u0008B', '<link>https://a.example/c</link>')), 'AB | https://a.example/c'),
  feed(
    'half a surrogate pair',
    rss(item('A&#xD83D;B', '<link>https://a.example/h</link>')),
    'A\ufffdB | https://a.example/h',
  ),
  feed(
    'an unclosed tag in a title',
    rss(`<item><title>a <br> b</title><link>https://a.example/b</link></item>${item('two')}`),
    'a b | https://a.example/b',
    two,
  ),
  feed(
    'items that are not closed',
    rss(
      '<item><title>one</title><link>https://a.example/one</link><item><title>two</title><link>https://a.example/two</link>',
    ),
    one,
    two,
  ),
  feed(
    'capital letters',
    '<RSS VERSION="2.0"><CHANNEL><ITEM><TITLE>one</TITLE><LINK>https://a.example/one</LINK></ITEM></CHANNEL></RSS>',
    one,
  ),
  feed(
    'end tags in another case',
    '<rss><channel><Item><Title>one</title><link>https://a.example/one</Link></item></channel></rss>',
    one,
  ),
  feed(
    'a lone ampersand',
    rss(item('R&D at A&B', '<link>https://a.example/?a=1&b=2</link>')),
    'R&D at A&B | https://a.example/?a=1&b=2',
  ),
  feed('two items of one address', rss(item('one') + item('again', '<link>https://a.example/one</link>')), one),
  feed('no items', rss('')),
  feed('an item without anything', rss(`<item/>${item('one')}`), one),
  feed(
    'many elements in each other',
    rss(`<item>${'<x>'.repeat(300)}${'</x>'.repeat(300)}<title>one</title><link>https://a.example/one</link></item>`),
    one,
  ),
  feed(
    'entities that grow',
    `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${rss(item('&b;', '<link>https://a.example/e</link>'))}`,
    '&b; | https://a.example/e',
  ),
  feed(
    'an entity of a file',
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item('&x;', '<link>https://a.example/e</link>'))}`,
    '&x; | https://a.example/e',
  ),
];

export const cut: FeedCase[] = [
  { ...feed('the end tag is missing', rss(both).replace('</channel></rss>', ''), one, two), isCut: true },
  { ...feed('cut off within an item', rss(both).slice(0, -40), one), isCut: true },
  {
    ...feed('cut off within CDATA', `${rss(item('one')).replace('</channel></rss>', '')}<item><title><![CDATA[tw`, one),
    isCut: true,
  },
  {
    ...feed('cut off within a tag', `${rss(item('one')).replace('</channel></rss>', '')}<item><tit`, one),
    isCut: true,
  },
  { ...feed('cut off before the first item', '<rss version="2.0"><channel><title>Pap'), isCut: true },
  {
    ...feed(
      'Atom that is cut off',
      atom(entry('one', '<link href="https://a.example/one"/>')).replace('</feed>', '<entry><title>t'),
      one,
    ),
    isCut: true,
  },
];

export const links: FeedCase[] = [
  feed('a guid in place of the link', rss(item('one', '<guid isPermaLink="true">https://a.example/one</guid>')), one),
  feed('a guid that says nothing of itself', rss(item('one', '<guid>https://a.example/one</guid>')), one),
  feed(
    'a guid that is no address',
    rss(item('one', '<guid isPermaLink="false">https://a.example/1</guid>') + item('two')),
    two,
  ),
  feed('a guid of another kind', rss(item('one', '<guid>tag:a.example,2026:1</guid>') + item('two')), two),
  feed('an attribute in another case', rss(item('one', '<guid ispermalink="FALSE">https://a.example/1</guid>'))),
  feed('an empty link beside a guid', rss(item('one', '<link></link><guid>https://a.example/one</guid>')), one),
  feed('a link closed in itself beside a guid', rss(item('one', '<link/><guid>https://a.example/one</guid>')), one),
  feed('a link that a script would follow', rss(item('one', '<link>javascript:alert(1)</link>'))),
  feed(
    'the link to the feed itself',
    rss(item('one', '<atom:link rel="self" href="https://a.example/f.xml"/><link>https://a.example/one</link>'), {
      attrs: ATOM,
    }),
    one,
  ),
  feed('a link of Atom in RSS', rss(item('one', '<atom:link href="https://a.example/one"/>'), { attrs: ATOM }), one),
  feed('a path', rss(item('one', '<link>/news/1.html</link>')), 'one | https://a.example/news/1.html'),
  feed('a relative path', rss(item('one', '<link>1.html</link>')), 'one | https://a.example/home/1.html'),
  feed('an address without its scheme', rss(item('one', '<link>//b.example/1</link>')), 'one | https://b.example/1'),
  feed(
    'a path in a channel without a link',
    rss(item('one', '<link>1.html</link>'), { head: '' }),
    'one | https://feeds.example/paper/1.html',
  ),
  feed(
    'xml:base in RSS',
    rss(item('one', '<link>1.html</link>'), { attrs: ' xml:base="https://b.example/x/"' }),
    'one | https://b.example/x/1.html',
  ),
  feed('blanks around a link', rss(item('one', '<link>\n  https://a.example/one\n </link>')), one),
  feed('a blank in a link', rss(item('one', '<link>https://a.example/a b</link>')), 'one | https://a.example/a%20b'),
  feed('CDATA in a link', rss(item('one', '<link><![CDATA[ https://a.example/one ]]></link>')), one),
  feed(
    'a link that is escaped twice',
    rss(item('one', '<link>https://a.example/?a=1&amp;amp;b=2</link>')),
    'one | https://a.example/?a=1&b=2',
  ),
  feed('Atom without rel', atom(entry('one', '<link href="https://a.example/one"/>')), one),
  feed(
    'Atom with other links first',
    atom(
      entry(
        'one',
        '<link rel="self" href="https://a.example/s"/><link rel="replies" href="https://a.example/r"/><link rel="alternate" href="https://a.example/one"/>',
      ),
    ),
    one,
  ),
  feed('rel in another case', atom(entry('one', '<link rel="Alternate" href="https://a.example/one"/>')), one),
  feed(
    'rel as its registered address',
    atom(entry('one', '<link rel="http://www.iana.org/assignments/relation/alternate" href="https://a.example/one"/>')),
    one,
  ),
  feed('several relations', atom(entry('one', '<link rel="alternate nofollow" href="https://a.example/one"/>')), one),
  feed(
    'a page before its JSON',
    atom(
      entry(
        'one',
        '<link rel="alternate" type="application/json" href="https://a.example/1.json"/><link rel="alternate" type="text/html" href="https://a.example/one"/>',
      ),
    ),
    one,
  ),
  feed('an id in place of the link', atom('<entry><title>one</title><id>https://a.example/one</id></entry>'), one),
  feed('an id that is no address', atom('<entry><title>one</title><id>urn:uuid:1</id></entry>')),
  feed(
    'xml:base of the feed',
    atom(entry('one', '<link href="a-1/"/>'), ' xml:base="https://a.example/blog/"'),
    'one | https://a.example/blog/a-1/',
  ),
  feed(
    'xml:base of a link',
    atom(entry('one', '<link href="1" xml:base="https://b.example/x/"/>')),
    'one | https://b.example/x/1',
  ),
  feed(
    'xml:base on another',
    atom('<entry xml:base="2026/"><title>one</title><link href="1"/></entry>', ' xml:base="https://a.example/b/"'),
    'one | https://a.example/b/2026/1',
  ),
  feed(
    'a relative link of Atom',
    atom(entry('one', '<link href="1.html"/>')),
    'one | https://feeds.example/paper/1.html',
  ),
];
