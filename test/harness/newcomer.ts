/**
 * Somebody who knows one address and follows links: whatever is asked for must have been read before, in a document, an
 * answer, a form or a redirect.
 */
import { parseHTML } from 'linkedom';
import { request } from 'undici';

export interface Seen {
  status: number;
  url: string;
  text: string;
  /** The parsed JSON body; empty when it is none. */
  body: Record<string, unknown>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Asked {
  headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  body?: string;
}

/** A command of a document: what it asks for, with its placeholders. */
export interface Command {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

const ADDRESS = /https?:\/\/[^\s"'`)\\]+/g;
const REDIRECTS_MAX = 5;

export class Newcomer {
  /** Everything it was shown so far; parts in angle brackets are to be filled in. */
  readonly #known = new Set<string>();

  constructor(firstUrl: string) {
    this.#known.add(firstUrl);
  }

  async visit(url: string, { headers = {}, body }: Asked = {}): Promise<Seen> {
    if (!this.#knows(url)) throw new Error(`Nothing has led to ${url}`);
    const type = body === undefined || body === '' ? {} : { 'content-type': 'application/json' };
    const reply = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.body.text();
    const seen = { status: reply.statusCode, url, text, body: parsed(text), headers: reply.headers };
    this.#learn(seen);
    return seen;
  }

  /** Runs a command with its placeholders filled in. */
  run({ url, headers, body }: Command, values: Readonly<Record<string, string>>, more: Record<string, string> = {}) {
    const filled = (part: string): string => part.replace(/<(\w+)>/g, (all, name: string) => values[name] ?? all);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    return this.visit(filled(url), {
      headers: { ...sent, ...more },
      ...(body === undefined ? {} : { body: filled(body) }),
    });
  }

  /** Sends the form of a page as a browser would, with the button of that text, and goes where it leads. */
  async submit(page: Seen, button: RegExp): Promise<Seen> {
    const { document } = parseHTML(page.text);
    const chosen = [...document.querySelectorAll('form button')].find((one) => button.test(one.textContent ?? ''));
    const form = chosen?.closest('form');
    if (!form || !chosen) throw new Error(`There is no button like ${button} in ${page.text}`);
    if (form.querySelector('input')) throw new Error('There are fields to fill in');
    const target = chosen.getAttribute('formaction') ?? form.getAttribute('action') ?? page.url;
    const action = new URL(target, page.url);
    this.#known.add(action.href);
    return this.#onward(await this.visit(action.href, { body: '' }), REDIRECTS_MAX);
  }

  /** To where redirects, or pages that go on by themselves, lead. */
  async #onward(seen: Seen, left: number): Promise<Seen> {
    const refresh = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(seen.text)?.[1]?.replaceAll('&amp;', '&');
    const target = seen.headers.location ?? refresh;
    if (typeof target !== 'string' || left === 0) return seen;
    const url = new URL(target, seen.url).href;
    this.#known.add(url);
    return this.#onward(await this.visit(url), left - 1);
  }

  #learn({ text, url }: Seen): void {
    for (const [address] of text.matchAll(ADDRESS)) this.#known.add(address.replace(/[.,:;]+$/, ''));
    for (const [, path = ''] of text.matchAll(/(?:href|action)="(\/[^"]*)"/g)) this.#known.add(new URL(path, url).href);
  }

  #knows(url: string): boolean {
    if (this.#known.has(url)) return true;
    return [...this.#known].some((known) => known.includes('<') && patternOf(known).test(url));
  }
}

/** `…/receipts/<callId>` fits any one segment there. */
function patternOf(known: string): RegExp {
  const literal = known.split(/<\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^/]+')}$`);
}

/** The commands of a document's first block of code, in order. */
export function commandsIn(markdown: string): Command[] {
  const block = /```\n([\s\S]*?)\n```/.exec(markdown)?.[1] ?? '';
  return block.split('\n').map((line) => {
    const [, url = ''] = /^curl -s (\S+)/.exec(line) ?? [];
    const headers = [...line.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value]);
    const [, body] = / --json '(.*)'$/.exec(line) ?? [];
    return { url, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
  });
}

/** Title → address of the links `- [title](address): …` in Markdown. */
export function linksIn(markdown: string): Record<string, string> {
  const links = markdown.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm);
  return Object.fromEntries([...links].map(([, title = '', url = '']) => [title, url]));
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
