/** Removes everything but content from a document: navigation, banners, advertising, forms, hidden parts. */
import {
  createNameSet,
  isElement,
  joinLines,
  listChildren,
  measureText,
  type PageElement,
  type PageNode,
  type StatsByNode,
  type TextStats,
} from './dom.ts';

const droppedTags = createNameSet(
  'nav aside footer dialog menu button select textarea input datalist fieldset embed audio video map applet frameset script style noscript template iframe object svg canvas link meta title',
);
const droppedRoles = createNameSet(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar alert',
);
/** Kept whatever they are called: a name on them says what stands inside, not what they are. */
const keptTags = createNameSet(
  'body html main article h1 h2 h3 h4 h5 h6 pre code p td th tr tbody thead table li a img em strong',
);

const buildNamePattern = (words: string): RegExp => new RegExp(`(?:^|[\\s_-])(?:${words})(?=$|[\\s_-])`, 'i');

/** Names of what is never content. */
const junkNames = buildNamePattern(
  'ads?|adverts?|advertisement|advertising|adsense|adsbygoogle|ad(?:slot|unit|box|banner|wrapper|container)|dfp|' +
    'sponsor|sponsored|promo|promos|promotion|outbrain|taboola|popup|pop-up|modal|share|sharing|sharebar|socials?|' +
    'social-links|newsletter|subscribe|signup|sign-up|mailing-list|breadcrumbs?|pagination|pager|page-numbers|related|' +
    'recommended|recommendations?|comments?|comment-list|respond|disqus|skip-?(?:link|nav|to-content)|sr-only|' +
    'screen-reader-text|visually-hidden|printonly|noprint|hidden-print|editsection|mw-editsection|headerlink|backtotop',
);
/** Names of what is no content when it mostly consists of links. */
const linkPartNames = buildNamePattern(
  'nav|navbar|navigation|menu|submenu|sidebar|side-bar|footer|masthead|topbar|toolbar|toc|tags|tag-list|widget|' +
    'header|prev-?next|post-navigation|categories|links|navi|gnav|pankuzu|breadcrumb-list',
);
const consentNames = /cookie|consent|gdpr|ccpa|onetrust|didomi|usercentrics|truste|cmp-|privacy-(?:banner|notice)/i;
const consentWords = /cookie|consent|privacy|クッキー|同意|プライバシー|隐私|隱私|接受|数据保护/i;

/** A heading that says: from here on it is about other pages. */
const otherPagesWords =
  /^(?:related( (?:articles|stories|posts|news|content|links|reading))?|read (?:more|next)|more (?:from|in|on|stories|news)\b.*|you (?:may|might) (?:also )?(?:like|be interested in)|recommended( for you)?|most (?:read|popular|viewed)|trending( now)?|popular( (?:posts|articles|stories))?|latest (?:news|posts|stories)|share (?:this|on)\b.*|follow us|subscribe\b.*|newsletter|sponsored( content)?|関連(?:記事|リンク|ニュース)?|おすすめ(?:の?記事)?|人気の?(?:記事)?(?:ランキング)?|あわせて読みたい|(?:この記事を)?シェア(?:する)?|最新(?:記事|ニュース)|相关(?:文章|阅读|新闻|链接|推荐)|推荐(?:阅读|文章)?|热门(?:文章|新闻|推荐)?|延伸阅读|更多(?:新闻|文章|内容)|相關(?:文章|閱讀|新聞)|推薦(?:閱讀|文章)?|熱門(?:文章|新聞)?|分享(?:到)?)[:：]?$/i;
const adWords =
  /^(?:advertisement|advertising|ad|ads|sponsored|広告|スポンサーリンク|\[?pr\]?|广告|廣告|赞助内容|推广)$/i;
const permalinkSigns = /^[¶#§🔗]?$/u;

/** Share of the page above which nothing is taken for an accessory. */
const SHARE_MAX = 0.4;
const CONSENT_CHARS_MAX = 3_000;

/** Changes the document. */
export function cleanPage(body: PageElement): void {
  const stats = measureText(body);
  const all = stats.get(body)?.text ?? 0;
  const pointers: PageElement[] = [];
  const stack: PageElement[] = [body];
  for (let element = stack.pop(); element; element = stack.pop()) {
    for (const child of listChildren(element)) {
      if (!isElement(child)) continue;
      if (isPageHeader(child)) keepHeading(child);
      else if (isAccessory(child, stats.get(child), all)) child.remove();
      else if (isHeading(child) && otherPagesWords.test(joinLines(child.textContent))) pointers.push(child);
      else stack.push(child);
    }
  }
  for (const heading of pointers) removeList(heading, stats);
}

function isAccessory(element: PageElement, stat: TextStats | undefined, all: number): boolean {
  const { localName } = element;
  if (localName === 'input') return element.getAttribute('type') !== 'checkbox';
  if (localName === 'aside') return !isNote(element);
  if (localName === 'footer') return !hasAncestor(element, 'blockquote');
  if (localName === 'fieldset' || localName === 'textarea') return (stat?.text ?? 0) < all * SHARE_MAX;
  if (droppedTags.has(localName)) return true;
  if (localName === 'td' && stat && stat.text <= all * SHARE_MAX && isLinkColumn(element, stat)) return true;
  if (!element.hasAttributes()) return isAdWord(element, stat);
  if (isHidden(element)) return true;
  const role = element.getAttribute('role');
  if (role !== null && droppedRoles.has(role) && !keptTags.has(localName)) return (stat?.text ?? 0) < all * SHARE_MAX;
  if (localName === 'a') return isPermalink(element);
  if (!stat || stat.text > all * SHARE_MAX) return false;
  if (isAdWord(element, stat)) return true;
  return !keptTags.has(localName) && isNamedAccessory(element, stat);
}

function isNamedAccessory(element: PageElement, stat: TextStats): boolean {
  const names = `${element.id} ${element.className}`.trim();
  if (names === '') return false;
  const words = names.replace(/([a-z])([A-Z])/g, '$1-$2');
  if (junkNames.test(words)) return true;
  if (linkPartNames.test(words)) return stat.linked > stat.text * 0.4 || stat.text === 0;
  return consentNames.test(names) && stat.text < CONSENT_CHARS_MAX && consentWords.test(element.textContent ?? '');
}

function isAdWord(element: PageElement, stat: TextStats | undefined): boolean {
  if (!stat || stat.text === 0 || stat.text > 30) return false;
  return adWords.test(joinLines(element.textContent));
}

/** Old pages put their navigation into a cell beside the text. */
function isLinkColumn(cell: PageElement, stat: TextStats): boolean {
  if (stat.linked < stat.text * 0.7 || cell.parentNode?.querySelector('th')) return false;
  return [...cell.querySelectorAll('a')].length >= 3;
}

/** Notes and warnings beside the text belong to it. */
function isNote(element: PageElement): boolean {
  return /note|tip|warning|caution|important|admonition|callout|footnote|alert|info/i.test(
    `${element.className} ${element.getAttribute('role') ?? ''}`,
  );
}

function isHidden(element: PageElement): boolean {
  if (element.localName === 'main' || element.localName === 'article') return false;
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return true;
  if (element.getAttribute('aria-hidden') === 'true' && !/math|katex/i.test(element.className)) return true;
  const style = element.getAttribute('style');
  return style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** The sign behind a heading that links to itself. */
function isPermalink(element: PageElement): boolean {
  const { parentNode } = element;
  if (!parentNode || !(isHeading(parentNode) || parentNode.localName === 'dt')) return false;
  return permalinkSigns.test(joinLines(element.textContent)) && element.querySelector('img') === null;
}

function isHeading(element: PageElement): boolean {
  return /^h[1-6]$/.test(element.localName);
}

function isPageHeader(element: PageElement): boolean {
  if (element.localName !== 'header' && element.getAttribute('role') !== 'banner') return false;
  return !hasAncestor(element, 'article') && !hasAncestor(element, 'main') && !hasAncestor(element, 'section');
}

/** Of the head of a page only its heading is content. */
function keepHeading(header: PageElement): void {
  const heading = header.querySelector('h1');
  if (heading && joinLines(heading.textContent) !== '') header.replaceWith(heading);
  else header.remove();
}

function hasAncestor(node: PageNode, localName: string): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (at.localName === localName) return true;
  return false;
}

/** The heading with the links behind it; a heading that text follows stays. */
function removeList(heading: PageElement, stats: StatsByNode): void {
  const links: PageElement[] = [];
  let next = heading.nextElementSibling;
  for (; next && !isHeading(next); next = next.nextElementSibling) {
    const stat = stats.get(next);
    if (!stat || stat.linked < stat.text * 0.6) break;
    links.push(next);
  }
  if (links.length === 0 && next && !isHeading(next)) return;
  for (const element of [heading, ...links]) element.remove();
}
