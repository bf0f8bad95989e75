/** Renders the Markdown files of `docs` as HTML into `dist/manual`: a running server needs neither them nor the renderer. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked } from 'marked';

const ROOT = new URL('../../../', import.meta.url);
const FOLDER = new URL('docs/', ROOT);
const TARGET = new URL('dist/manual/', ROOT);

const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .sort();

const toId = (text) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|&\w+;/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      return `<h${depth} id="${toId(html)}">${html}</h${depth}>\n`;
    },
    // Documents lead to each other and to pages; files of the repository aren't served.
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      const isServed = /^(?:https?:|\/|#)/.test(href) || names.includes(href.replace(/#.*$/, ''));
      return isServed ? `<a href="${href}">${html}</a>` : html;
    },
    // Readers of the repository see them; here, the pages themselves are a click away.
    image: () => '',
    // Wide tables scroll by themselves.
    table(token) {
      // A column without a name has no header.
      const cells = (row, tag) =>
        `<tr>${row
          .map(({ tokens, text }) => {
            const name = text === '' ? 'td' : tag;
            return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
          })
          .join('')}</tr>`;
      const rows = token.rows.map((row) => cells(row, 'td')).join('\n');
      return `<div class="scroll" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
    // Markers of generated parts.
    html: () => '',
  },
});

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
// A document's title becomes the heading of its page.
const contents = names.map((name) => {
  const [, title = posix.basename(name, '.md'), text = ''] =
    /^# (.+)\n([\s\S]*)$/.exec(readFileSync(new URL(name, FOLDER), 'utf8')) ?? [];
  writeFileSync(new URL(`${name}.html`, TARGET), marked.parse(text));
  return { name, title };
});
writeFileSync(new URL('contents.json', TARGET), `${JSON.stringify(contents)}\n`);
