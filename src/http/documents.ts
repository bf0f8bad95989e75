/** Documents that are no tools: the API description, and whatever `main` hangs beside it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { buildOpenApiDocument } from '../describe/openapi/document.ts';
import type { ApiDocument } from '../describe/openapi/types.ts';
import type { DocumentForm, WebDocument } from '../describe/web-document.ts';
import type { Registry } from '../kernel/registry.ts';
import { runOnce } from '../kernel/run-once.ts';
import { type AboutServer, buildApiFacts } from './api-facts.ts';
import type { Exchange } from './exchange.ts';
import { CONSOLE_HEADERS, PAGE_HEADERS } from './headers.ts';
import { acceptsGzip, chooseForm, readAcceptLanguage } from './negotiation.ts';
import { formatYaml } from './yaml.ts';

/** Shorter ones gain nothing. */
const PACKED_BYTES_MIN = 2_048;
/** Down to each path and each schema. */
const YAML_PIECES_DEPTH = 2;

/** Every document of the server. */
export class Documents {
  readonly all: readonly WebDocument[];
  readonly #api: () => ApiDocument;
  readonly #packedBodies = new WeakMap<DocumentForm, { body: string | Uint8Array; bytes: Uint8Array }>();

  /** `others` stand beside those that every server has. */
  constructor(registry: Registry, about: AboutServer, others: readonly WebDocument[] = []) {
    this.all = [...buildOwnDocuments(), ...others];
    this.#api = runOnce(() => buildOpenApiDocument(registry, buildApiFacts(about, this.all, registry)));
  }

  async serve(exchange: Exchange, document: WebDocument): Promise<void> {
    const { otherForms = [], headers: own = [] } = document;
    const { accept, 'accept-encoding': encodings } = exchange.req.headers;
    const form = chooseForm([document, ...otherForms], accept);
    const headers = [...exchange.buildHeaders(), ...own];
    if (form.type.startsWith('text/html')) headers.push(...(document.hasInlineStyles ? CONSOLE_HEADERS : PAGE_HEADERS));
    const query = new URLSearchParams(exchange.search);
    const acceptLanguage = readAcceptLanguage(exchange.req.headers);
    const body = await form.read({ query, acceptLanguage, readApi: this.#api });
    const isLong = body.length >= PACKED_BYTES_MIN;
    const packed = isLong && acceptsGzip(encodings) ? await this.#pack(form, body) : undefined;
    if (packed) headers.push('Content-Encoding', 'gzip');
    const vary = [
      ...(otherForms.length > 0 ? ['Accept'] : []),
      ...(isLong ? ['Accept-Encoding'] : []),
      ...(form.type.startsWith('text/html') ? ['Accept-Language', 'Cookie'] : []),
    ];
    if (vary.length > 0) headers.push('Vary', vary.join(', '));
    exchange.send(200, headers, form.type, packed ?? body);
  }

  /** Packed once for as long as the text stays the same. */
  async #pack(form: DocumentForm, body: string | Uint8Array): Promise<Uint8Array> {
    const kept = this.#packedBodies.get(form);
    if (kept?.body === body) return kept.bytes;
    const bytes = await promisify(gzip)(body);
    this.#packedBodies.set(form, { body, bytes });
    return bytes;
  }
}

function buildOwnDocuments(): WebDocument[] {
  let json: string | undefined;
  let yaml: Promise<string> | undefined;
  return [
    {
      path: '/openapi.json',
      title: 'This description as JSON',
      type: 'application/json',
      hasCors: false,
      read: ({ readApi }) => {
        json ??= JSON.stringify(readApi());
        return json;
      },
    },
    {
      path: '/openapi.yaml',
      title: 'This description as YAML',
      type: 'application/yaml',
      hasCors: false,
      read: ({ readApi }) => {
        yaml ??= formatYaml({ ...readApi() }, YAML_PIECES_DEPTH);
        return yaml;
      },
    },
  ];
}
