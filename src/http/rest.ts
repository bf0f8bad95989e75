/** The REST adapter: turns a request to a tool's path into a call, and its result into a response. */

import type { IncomingMessage } from 'node:http';
import { readRestInput } from '../fastapi/rest-input.ts';
import type { Calls } from '../kernel/call/call.ts';
import { buildSuccessBody, toReceiptJson } from '../kernel/call/envelope.ts';
import type { CallResult } from '../kernel/call/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../kernel/errors/refusal.ts';
import type { Identify, IdentifyPage, Lockout, SignReceipt } from '../kernel/ports.ts';
import { isOperator, type Principal } from '../kernel/principal.ts';
import { prefersHtml } from '../kernel/tool/browser.ts';
import type { RawInput } from '../kernel/tool/input.ts';
import type { RegisteredTool } from '../kernel/tool/registry.ts';
import { Bytes, NotModified, Page, Redirect } from '../kernel/tool/reply.ts';
import { isRecord } from '../lib/record.ts';
import { cutCodePoints } from '../text/truncate.ts';
import type { Downloads } from './documents/downloads.ts';
import type { Exchange } from './exchange.ts';
import { isJsonType, parseJson } from './json.ts';
import { assertFromOwnSite, identifyPageCaller } from './page-callers.ts';
import { readBody } from './requests/body.ts';
import { readCallOptions } from './requests/call-options.ts';
import { chooseToken, parseBearerToken, QUERY_KEY, readWelcomeToken } from './requests/credentials.ts';
import { readDirectPayment } from './requests/direct-payment.ts';
import { readForm } from './requests/form.ts';
import { BYTES_HEADERS, PAGE_HEADERS } from './requests/headers.ts';
import { readPath, readQuery } from './requests/rest-input.ts';
import type { Upload, Uploads } from './requests/uploads.ts';
import { NO_PARAMS, type ToolRoute } from './routes.ts';
import { isWellKnown } from './rules.ts';
import type { HttpConfig } from './settings.ts';

export interface RestDeps {
  calls: Calls;
  identify: Identify;
  identifyPage: IdentifyPage;
  lockout: Lockout;
  signReceipt: SignReceipt;
  downloads: Downloads;
  uploads: Uploads;
  config: HttpConfig;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_QUERY = new URLSearchParams();

/** Answers one request to a tool; throws what the door renders as an error. */
export async function serveTool(
  deps: RestDeps,
  exchange: Exchange,
  route: ToolRoute,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { tool } = route;
  const { req } = exchange;
  assertFromOwnSite(exchange, route, deps.config.baseUrl);
  const query = exchange.search === '' ? NO_QUERY : new URLSearchParams(exchange.search);
  if (query.has(QUERY_KEY)) exchange.isPrivate = true;
  // A form brings the credentials of its client; a token that a library adds to every request is none of them.
  const headerToken = tool.definition.body === 'form' ? undefined : readHeaderToken(tool, req);
  const token =
    query === NO_QUERY
      ? headerToken
      : chooseToken(headerToken, query, route.takesQueryKey && deps.config.allowQueryKey);
  const { address, limitGroup } = exchange;
  const person =
    token === undefined && req.headers.cookie !== undefined
      ? await identifyPageCaller({ ...deps, baseUrl: deps.config.baseUrl }, exchange, tool.reply === 'page')
      : null;
  exchange.hadToken = token !== undefined;
  const identified = person ?? deps.identify(token, address.ip);
  const principal = identified instanceof Promise ? await identified : identified;
  if (limitGroup?.isForOperators && isOperator(principal)) await deps.lockout.recordSuccess(address.limitKey);
  // Elsewhere ADMIN_TOKEN is as good as a guess: nobody can try there whether it is right.
  if (principal.kind === 'operator' && tool.access !== 'operator') throw createUnknownCredentialError(token ?? '');
  exchange.mode = principal.mode;
  const admitted = deps.calls.admit(tool, principal);
  if (admitted instanceof Promise) await admitted;
  const paysDirectly = deps.calls.takesPayment(tool, principal);
  if (tool.priceMicros > 0 && principal.kind !== 'account' && !paysDirectly) throw new FareboxError('UNAUTHENTICATED');
  if (tool.reply === 'json' && !isWellKnown(exchange.pathname)) assertAcceptsReply(tool, req.headers.accept);
  const options = readCallOptions(exchange);
  if (paysDirectly) Object.assign(options, readDirectPayment(exchange, deps.config.baseUrl));
  let upload: Upload | undefined;
  if (isForm(tool, req)) {
    // Files are read for callers who could pay the call alone.
    await deps.calls.assertCouldPay(tool, principal, options.idempotencyKey);
    upload = await receiveUpload(deps.uploads, exchange, tool, principal);
  }
  try {
    const reading = readInput(deps, exchange, route, { query, params, upload });
    const input = reading instanceof Promise ? await reading : reading;
    const result = await deps.calls.call(tool, input, principal, options);
    const { receipt } = result;
    const isSigned = receipt !== null && wantsSignature(req.headers.prefer);
    const jws = isSigned ? await deps.signReceipt(receipt) : undefined;
    const sending = sendResult(deps.downloads, exchange, result, { principal, jws });
    if (sending instanceof Promise) await sending;
  } finally {
    upload?.release();
  }
}

function readHeaderToken({ toolset }: RegisteredTool, { headers }: IncomingMessage): string | undefined {
  return toolset.takesKeyHeader ? readWelcomeToken(headers) : parseBearerToken(headers.authorization);
}

function isForm({ definition, method }: RegisteredTool, { headers }: IncomingMessage): boolean {
  return (
    definition.body === 'multipart' &&
    method !== 'GET' &&
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  );
}

function receiveUpload(
  uploads: Uploads,
  { req, res, address }: Exchange,
  tool: RegisteredTool,
  principal: Principal,
): Promise<Upload> {
  const holders = [
    `address ${address.limitKey}`,
    ...(principal.kind === 'account' ? [`account ${principal.accountId}`] : []),
  ];
  return uploads.receive(req, res, tool.definition.files ?? {}, holders);
}

function assertAcceptsReply({ definition: { page } }: RegisteredTool, accept: string | undefined): void {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (page && prefersHtml(accept)) return;
  const accepted = accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) return false;
    return /^(?:\*\/\*|application\/\*|application\/(?:[\w.+-]+\+)?json|text\/json|)$/.test(type);
  });
  if (!accepted) throw new FareboxError('NOT_ACCEPTABLE');
}

interface InputParts {
  query: URLSearchParams;
  params: Readonly<Record<string, string>>;
  upload: Upload | undefined;
}

/** Query, then body, then path: a body can't override an id in the path. */
function readInput(
  deps: RestDeps,
  exchange: Exchange,
  route: ToolRoute,
  { query, params, upload }: InputParts,
): RawInput | Promise<RawInput> {
  if (route.tool.definition.body === 'form') return readToolBody(deps, exchange, route);
  if (route.isFastApi && !upload) {
    const bytesMax = route.tool.definition.bodyBytesMax ?? deps.config.bodyLimitBytes;
    const { req, res } = exchange;
    const readBytes = (): Promise<Buffer> => readBody(req, res, bytesMax);
    return readRestInput(route.tool, { params, query, isJson: isJsonType(req.headers['content-type']), readBytes });
  }
  const body = upload ? readUploadForm(upload, route) : route.readsBody ? readToolBody(deps, exchange, route) : {};
  if (query === NO_QUERY && params === NO_PARAMS) return body;
  const readings = route.getReadings();
  const join = (members: RawInput): RawInput => ({
    ...readQuery(query, readings),
    ...members,
    ...readPath(params, readings),
  });
  return body instanceof Promise ? body.then(join) : join(body);
}

/** Texts of a form are read like those of a query. */
function readUploadForm({ texts, files }: Upload, route: ToolRoute): RawInput {
  return { ...readQuery(texts, route.getReadings()), ...files };
}

async function readToolBody(deps: RestDeps, { req, res }: Exchange, { tool }: ToolRoute): Promise<RawInput> {
  const { definition } = tool;
  const bytes = await readBody(req, res, definition.bodyBytesMax ?? deps.config.bodyLimitBytes);
  if (definition.body === 'raw') return { body: bytes, headers: req.headers };
  if (definition.body === 'form') return readForm(bytes, req.headers);
  if (bytes.length === 0) return {};
  if (!isJsonType(req.headers['content-type'])) throw new FareboxError('UNSUPPORTED_MEDIA_TYPE');
  const body = parseJson(bytes);
  if (isRecord(body)) return body;
  throw new FareboxError('INVALID_JSON', { message: 'The body is not a JSON object.' });
}

/** `jws`: the signed receipt, where it was asked for. */
function sendResult(
  downloads: Downloads,
  exchange: Exchange,
  result: CallResult,
  { principal, jws }: { principal: Principal; jws: string | undefined },
): Promise<void> | undefined {
  const { output, receipt, replayed, tool } = result;
  const headers = exchange.buildHeaders();
  for (const name in result.headers) headers.push(name, result.headers[name] ?? '');
  if (replayed) headers.push('Idempotency-Replayed', 'true');
  if (jws !== undefined) headers.push('Preference-Applied', 'receipt=signed');
  // Answers about an account, and secrets above all, are nobody else's.
  const isSaid = exchange.isPrivate || 'Cache-Control' in result.headers;
  if (!isSaid && (tool.definition.secret || principal.kind !== 'anonymous')) {
    // What has a version may be kept, and is asked for each time.
    const hasVersion = output instanceof NotModified || (output instanceof Bytes && output.facts.etag !== undefined);
    headers.push('Cache-Control', hasVersion ? 'private, no-cache' : 'no-store');
  }
  if (output instanceof Bytes) {
    if (receipt)
      headers.push('X-Farebox-Receipt', encodeReceipt({ ...toReceiptJson(receipt), ...(jws ? { jws } : {}) }));
    const { plainName, etag, headers: own = {}, isText = false } = output.facts;
    if (!isText) headers.push('Content-Disposition', formatDisposition(output.filename, plainName));
    headers.push(...BYTES_HEADERS, ...(etag === undefined ? [] : ['ETag', etag]), ...Object.entries(own).flat());
    if (isText) return downloads.send(exchange, headers, output.type, output.data);
    exchange.send(200, headers, output.type, output.data);
  } else if (output instanceof NotModified) {
    if (!('ETag' in result.headers)) headers.push('ETag', output.etag);
    exchange.send(304, headers, '', '');
  } else if (output instanceof Redirect) {
    headers.push('Location', output.location);
    exchange.send(output.status, headers, '', '');
  } else if (output instanceof Page) {
    headers.push(...PAGE_HEADERS);
    exchange.send(output.status, headers, output.type, output.body);
  } else {
    exchange.send(tool.definition.status ?? 200, headers, JSON_TYPE, JSON.stringify(buildSuccessBody(result, jws)));
  }
  return undefined;
}

function wantsSignature(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && /(?:^|[,;])\s*receipt\s*=\s*"?signed"?\s*(?:$|[,;])/i.test(String(prefer));
}

function encodeReceipt(receipt: object): string {
  return Buffer.from(JSON.stringify(receipt)).toString('base64url');
}

/** `attachment` with the name in both forms of RFC 6266. */
export function formatDisposition(filename: string, plainName: string = filename): string {
  const plain = plainName.replace(/[^\w. -]/g, '_').slice(0, 128) || 'download';
  // Through a buffer, so that half a surrogate pair becomes U+FFFD instead of an exception.
  const wellFormed = cutCodePoints(filename, 128).toWellFormed();
  const exact = encodeURIComponent(wellFormed).replace(/['()*]/g, percentEncode);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
