/** Preview of an email as a mail program shows it: images are loaded only on request, and links are inactive. */
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Choice } from '../../common/parts.tsx';
import { onCampaigns } from '../say.ts';
import type { RenderedMail } from './types.ts';

/** Elements of emails; of any other its text is shown. */
const TAGS: ReadonlySet<string> = new Set(
  'p br hr b i strong em small ul ol li h2 h3 blockquote table tbody thead tr td th'.split(' '),
);

export function Letter({ mail }: { mail: RenderedMail }) {
  const [isPlain, setPlain] = useState(false);
  const { from, reply_to, to, subject, text, html } = mail;
  return (
    <section class="letter" aria-label={onCampaigns('asReader')}>
      <header>
        <h3>{subject}</h3>
        <dl>
          <Line name={onCampaigns('from')} value={from} />
          <Line name={onCampaigns('to')} value={to} />
          {reply_to !== null && <Line name={onCampaigns('replyTo')} value={reply_to} />}
        </dl>
        <Choice
          label={onCampaigns('asReader')}
          value={isPlain}
          choices={[
            [false, onCampaigns('rich')],
            [true, onCampaigns('plain')],
          ]}
          onChange={setPlain}
        />
      </header>
      {isPlain ? <pre>{text}</pre> : <div class="sheet">{buildNodes(html)}</div>}
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The policy of this page refuses styles in any document, shown or not. */
const STYLE = / style="[^"]*"/g;

/** Built anew from a document that runs nothing and loads nothing. */
const buildNodes = (html: string): ComponentChildren =>
  [...new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html').body.childNodes].map(buildNode);

function buildNode(node: ChildNode, key: number): ComponentChildren {
  if (!(node instanceof Element)) return node.textContent;
  const tag = node.tagName.toLowerCase();
  const children = [...node.childNodes].map(buildNode);
  if (tag === 'img')
    return h('span', { key, class: 'tag' }, onCampaigns('picture', { alt: node.getAttribute('alt') ?? '' }));
  if (tag === 'a') return h('span', { key, class: 'link', title: node.getAttribute('href') ?? '' }, children);
  if (!TAGS.has(tag)) return children;
  const spans = { colSpan: readSpan(node, 'colspan'), rowSpan: readSpan(node, 'rowspan') };
  return h(tag, tag === 'td' || tag === 'th' ? { key, ...spans } : { key }, ...children);
}

const readSpan = (node: Element, name: string): number => Math.max(1, Number(node.getAttribute(name)) || 1);
