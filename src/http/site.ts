/**
 * Pages, documents and their files, served by Express behind the front. The front has already matched the path, counted
 * the request and applied limits; tool routes and MCP servers never reach this module.
 */
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { Express, NextFunction, Request, Response } from 'express';
import { buildOpenApiDocument } from '../describe/openapi/document.ts';
import type { ApiDocument } from '../describe/openapi/types.ts';
import type { DocumentForm, WebDocument, WebFiles } from '../describe/web-document.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { runOnce } from '../lib/memoize.ts';
import { type AboutServer, buildApiInfo } from './documents/api-documents.ts';
import { buildOwnDocuments } from './documents/documents.ts';
import { encodings, PackedTexts } from './documents/packed-texts.ts';
import type { Exchange } from './exchange.ts';
import { PAGE_HEADERS } from './requests/headers.ts';
import { readAcceptLanguage } from './requests/negotiation.ts';

interface Visit {
  exchange: Exchange;
  fail(thrown: unknown): void;
}

export class Site {
  /** What can be read here; the paths of each other. */
  readonly paths: readonly Pick<WebDocument, 'path' | 'hasCors'>[];
  readonly #documents: ReadonlyMap<string, WebDocument>;
  readonly #readApi: () => ApiDocument;
  /** Loaded with the first page, like all that only people need. */
  readonly #openApp: () => Promise<Express>;
  readonly #texts = new PackedTexts();
  readonly #visits = new WeakMap<IncomingMessage, Visit>();

  /** `others` stand beside those documents that every server has. */
  constructor(
    registry: Registry,
    about: AboutServer,
    others: readonly WebDocument[] = [],
    folders: readonly WebFiles[] = [],
  ) {
    const documents = [...buildOwnDocuments(), ...others];
    const files = folders.flatMap(({ path, names }) => names.map((name) => `${path}/${name}`));
    this.paths = [...documents, ...files.map((path) => ({ path, hasCors: false }))];
    this.#documents = new Map(documents.map((document) => [document.path, document]));
    this.#readApi = runOnce(() => buildOpenApiDocument(registry, buildApiInfo(about, documents, registry)));
    this.#openApp = runOnce(() => this.#createApp(folders));
  }

  /** Resolves when the answer is written or its reader has gone; rejects, with nothing written, when it could not be made. */
  async serve(exchange: Exchange): Promise<void> {
    const { req, res, pathname, search } = exchange;
    const app = await this.#openApp();
    if (res.destroyed) return;
    req.url = search === '' ? pathname : `${pathname}?${search}`;
    await new Promise<void>((resolve, reject) => {
      res.once('close', resolve);
      const fail = (thrown: unknown): void => {
        for (const name of res.getHeaderNames()) res.removeHeader(name);
        reject(thrown);
      };
      this.#visits.set(req, { exchange, fail });
      exchange.presetHeaders();
      app(req, res);
    });
  }

  async #createApp(folders: readonly WebFiles[]): Promise<Express> {
    const [{ default: express }, { default: compression }] = await Promise.all([
      import('express'),
      import('compression'),
    ]);
    const app = express();
    app.disable('x-powered-by');
    app.disable('query parser');
    for (const { path, folder, maxAgeSeconds, isImmutable = false, isPacked = false } of folders) {
      const options = { index: false, redirect: false, maxAge: maxAgeSeconds * 1000, immutable: isImmutable } as const;
      if (isPacked) app.use(path, choosePacked);
      app.use(path, compression(), express.static(folder, options));
    }
    app.use((req, res) => this.#sendDocument(req, res));
    // Express knows it for what takes failures by its four parameters.
    app.use((thrown: unknown, req: Request, _res: Response, _next: NextFunction) => this.#getVisit(req).fail(thrown));
    return app;
  }

  #getVisit(req: Request): Visit {
    const visit = this.#visits.get(req);
    if (!visit) throw new Error('A request came that the front did not pass on.');
    return visit;
  }

  async #sendDocument(req: Request, res: Response): Promise<void> {
    const { exchange } = this.#getVisit(req);
    const document = this.#documents.get(exchange.pathname);
    if (!document) throw new FareboxError('NOT_FOUND');
    const form = chooseForm(document, req);
    const isPage = form.type.startsWith('text/html');
    const query = new URLSearchParams(exchange.search);
    const acceptLanguage = readAcceptLanguage(req.headers);
    const body = await form.read({ query, acceptLanguage, readApi: this.#readApi });
    setHeaders(res, document.headers ?? []);
    if (isPage) setHeaders(res, PAGE_HEADERS);
    if (document.otherForms) res.vary('Accept');
    if (isPage) res.vary('Accept-Language, Cookie');
    const liked = encodings.find((encoding) => req.acceptsEncodings(encoding) === encoding) ?? null;
    const { bytes, etag, encoding } = await this.#texts.read(body, liked);
    if (encoding !== null) res.set('Content-Encoding', encoding);
    res.vary('Accept-Encoding').set('ETag', etag);
    // As bytes: Express would add a charset to the type of a text.
    res.type(form.type).send(bytes);
  }
}

/** The file's packed form for who takes it; what packs by request then leaves it as it is. */
function choosePacked(req: Request, res: Response, next: NextFunction): void {
  res.vary('Accept-Encoding');
  if (req.acceptsEncodings(['br']) === 'br') {
    res.type(extname(req.path)).set('Content-Encoding', 'br');
    req.url = `${req.path}.br`;
  }
  next();
}

/** The form that the reader likes best; the first for one that likes none. */
function chooseForm(document: WebDocument, req: Request): DocumentForm {
  const forms = [document, ...(document.otherForms ?? [])];
  const best = req.accepts(forms.map(({ type }) => type));
  return forms.find(({ type }) => type === best) ?? document;
}

/** `flat`: names and values by turns. */
function setHeaders(res: Response, flat: readonly string[]): void {
  for (let index = 0; index + 1 < flat.length; index += 2) res.set(flat[index] ?? '', flat[index + 1] ?? '');
}
