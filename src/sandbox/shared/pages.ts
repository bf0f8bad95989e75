/** Pages for whatever address a test key names, as the readers and crawlers of the sandbox give them. */

export interface SandboxPage {
  url: string;
  title: string;
  description: string;
  markdown: string;
  html: string;
}

/** The same address, the same page. */
export function buildPage(address: string): SandboxPage {
  const url = new URL(address);
  const name = `${url.host}${url.pathname}`.replace(/[<>&"*_`[\]]/g, '');
  const title = `Sandbox page of ${name}`;
  const next = new URL('next', url).href;
  return {
    url: url.href,
    title,
    description: 'A page of the sandbox',
    markdown: `# ${title}\n\nThis page is made up: test keys never reach the network.\n\nIt has a [link](${next}) and a table. Tea costs 3.50 USD; the shop opened in 1998.\n\n| Name | Price |\n| --- | --- |\n| Tea | 3.50 |`,
    html: `<h1>${title}</h1><p>This page is made up: test keys never reach the network.</p><p>It has a <a href="${next}">link</a> and a table. Tea costs 3.50 USD; the shop opened in 1998.</p><table><tr><th>Name</th><th>Price</th></tr><tr><td>Tea</td><td>3.50</td></tr></table>`,
  };
}

/** The addresses of a site, `address` first. */
export function listSitePages(address: string, count: number): string[] {
  const { href, origin } = new URL(address);
  return [
    href,
    ...['about', 'prices', 'news', 'team', 'contact', 'help', 'jobs', 'terms', 'blog'].map(
      (part) => `${origin}/${part}`,
    ),
  ].slice(0, count);
}

/** `/status/404` answers with that status; every other page is there. */
export function readStatus(address: string): number {
  return Number(/^\/status\/([45]\d\d)$/.exec(new URL(address).pathname)?.[1] ?? 200);
}

/** The address in a body, or null when it is none. */
export function readPageAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : null;
}
