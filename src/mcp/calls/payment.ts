/**
 * Too little money, for a client that can show a payment page: the call is answered with the page's address and a
 * sealed note, and comes back with that note. The note expires and fits the same caller, tool and input only.
 */
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type ErrorDetails, FareboxError } from '../../kernel/errors/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import { toCanonicalJson } from '../../kernel/tool/input.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { toUsdText } from '../../lib/money.ts';
import { hasClientCapability } from '../client-capabilities.ts';
import type { McpCaller } from '../types.ts';
import type { ToolRequest } from './arguments.ts';

const PAY = 'payment';
const NOTE_SECONDS = 900;

type Money = NonNullable<ErrorDetails['money']>;

interface Note {
  call: string;
  /** What was missing, so that it can be said again to a client that declines of itself and shows nobody the page. */
  money: Money;
}

/** `declined` carries what to answer with. */
export type Round = { kind: 'first' } | { kind: 'paid' } | { kind: 'declined'; error: FareboxError };

export class Payment {
  readonly #notes: RequestStateCodec<Note>;

  constructor(secretKey: Uint8Array) {
    this.#notes = createRequestStateCodec<Note>({ key: secretKey, ttlSeconds: NOTE_SECONDS });
  }

  /** Which round of the call this is. A note that is forged, expired or another call's is refused with -32602. */
  async readRound(ctx: ServerContext, { principal }: McpCaller, request: ToolRequest): Promise<Round> {
    const state: unknown = ctx.mcpReq.requestState();
    if (state === undefined) return { kind: 'first' };
    const note = typeof state === 'string' ? await this.#notes.verify(state, ctx).catch(() => undefined) : undefined;
    if (note?.call !== computeCallDigest(principal, request)) {
      const reason = { reason: 'invalid_request_state' };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', reason);
    }
    const view = inputResponse(ctx.mcpReq.inputResponses, PAY);
    if (view.kind !== 'elicit' || view.action === 'accept') return { kind: 'paid' };
    return { kind: 'declined', error: createDeclinedError(note.money) };
  }

  /** The request for payment; undefined when this client or this error has no use for it. */
  async askForPayment(
    error: FareboxError,
    ctx: ServerContext,
    { principal, era }: McpCaller,
    request: ToolRequest,
  ): Promise<InputRequiredResult | undefined> {
    const { money } = error.facts;
    const link = money?.paymentLinks.find(({ url }) => /^https?:\/\//.test(url));
    if (!money || !link || !era.modern || !hasClientCapability(ctx, 'elicitation', 'url')) return undefined;
    const requestState = await this.#notes.mint({ call: computeCallDigest(principal, request), money });
    const message = `The balance of ${toUsdText(money.balance)} USD does not cover ${request.tool.name} (${toUsdText(money.required)} USD). Open the page to deposit ${link.amount} ${link.currency}; nothing has been charged.`;
    return inputRequired({
      inputRequests: { [PAY]: inputRequired.elicitUrl({ message, url: link.url }) },
      requestState,
    });
  }
}

/** Most that decline show nobody a page: the link is said once more, for the model to pass on. */
function createDeclinedError(money: Money): FareboxError {
  return new FareboxError('INSUFFICIENT_BALANCE', {
    message:
      'The balance does not cover the price of this call, and the payment page was not opened. Nothing was charged.',
    money,
  });
}

function computeCallDigest(principal: Principal, { tool, raw }: ToolRequest): string {
  const who = principal.kind === 'account' ? `${principal.accountId} ${principal.lineage}` : principal.kind;
  return sha256Hex(`tools/call\n${who}\n${tool.name}\n${toCanonicalJson(raw)}`);
}
