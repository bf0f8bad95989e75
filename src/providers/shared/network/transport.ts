/** The real network: undici, with one agent for configured providers and a guarded one for addresses from callers. */
import { Agent, type Dispatcher } from 'undici';
import type { IncomingReply, OutgoingRequest, Transport } from '../../../kernel/ports.ts';
import { ownShare } from '../../../kernel/threads/turns.ts';
import { toAbortSignal } from '../../../lib/lazy-abort.ts';
import { decodeBody, listCodings } from './content-encoding.ts';
import type { AddressGuard } from './guard.ts';
import { ReplyReceiver } from './reply-receiver.ts';

export interface LiveTransport extends Transport {
  /** Ends idle connections and waits for the others. */
  close(): Promise<void>;
}

export interface LiveTransportOptions {
  guard: AddressGuard;
  /** Sent unless the request names another. */
  userAgent: string;
  /** Requests that a provider gets at once; more wait for one to end, within their deadline. Default: 2,000 each. */
  countRequestsMax?: (provider: string) => number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
const HEADER_BYTES_MAX = 64 * 1024;
const PROVIDER_REQUESTS_MAX = 2_000;
/** Connections to one host that callers name. */
const HOST_CONNECTIONS_MAX = 8;

/** `Farebox/1.2.3 (+https://… or a mail address) undici`: several free services refuse traffic that names nobody. */
export function buildUserAgent(version: string, contact: string): string {
  return `Farebox/${version} (+${contact}) undici`;
}

export function createLiveTransport({
  guard,
  userAgent,
  countRequestsMax = () => PROVIDER_REQUESTS_MAX,
}: LiveTransportOptions): LiveTransport {
  // Time is kept by the exchange: undici's own timers are coarse, and would cut a model that thinks for minutes.
  const common = {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    pipelining: 1,
  };
  // Each provider has connections of its own, so that none waits for another one, at the same address either.
  const agents = new Map<string, Agent>();
  const getAgent = (provider: string): Agent => {
    const existing = agents.get(provider);
    if (existing) return existing;
    const connect = { timeout: CONNECT_TIMEOUT_MS };
    const agent = new Agent({ ...common, connections: countRequestsMax(provider), connect });
    agents.set(provider, agent);
    return agent;
  };
  const guarded = new Agent({ ...common, connections: HOST_CONNECTIONS_MAX, connect: guard.connect });
  const sendGuarded = async (request: OutgoingRequest): Promise<IncomingReply> => {
    const { url, share = ownShare, signal } = request;
    guard.admitWritten(url);
    await guard.prepare(url, { share, signal: toAbortSignal(signal) });
    return await sendBy(guarded, request, userAgent);
  };
  return {
    admit: (url, owner) => guard.admit(url, owner),
    send: (request) =>
      request.isGuarded ? sendGuarded(request) : sendBy(getAgent(request.provider), request, userAgent),
    async close() {
      await Promise.all([...agents.values(), guarded].map((agent) => agent.close()));
    },
  };
}

function sendBy(agent: Agent, request: OutgoingRequest, userAgent: string): Promise<IncomingReply> {
  const receiver = new ReplyReceiver(request.signal, decodeReply);
  agent.dispatch(buildDispatchOptions(request, userAgent), receiver);
  return receiver.reply;
}

function buildDispatchOptions(
  { url, method, headers, body }: OutgoingRequest,
  userAgent: string,
): Dispatcher.DispatchOptions {
  const list: string[] = [];
  if (headers['user-agent'] === undefined) list.push('user-agent', userAgent);
  if (headers['accept-encoding'] === undefined) list.push('accept-encoding', 'gzip, br');
  for (const name in headers) list.push(name, headers[name] ?? '');
  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: list,
  };
  if (body !== undefined) options.body = body;
  return options;
}

/** The body as it was before it was compressed; the size cap counts these bytes, so that a bomb stops there. */
function decodeReply(reply: IncomingReply): IncomingReply {
  const codings = listCodings(reply.headers['content-encoding']);
  if (codings.length === 0) return reply;
  const { status, headers } = reply;
  // The last coding was applied last.
  const body = codings.reduceRight(decodeBody, reply.body);
  return { status, headers, body, discard: () => reply.discard() };
}
