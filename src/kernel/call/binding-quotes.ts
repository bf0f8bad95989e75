/**
 * Binding quotes: the maximum price of one input for one account during the next five minutes. Quotes are signed, not
 * stored.
 */
import { type Micros, toExact } from '../../lib/money.ts';
import { FareboxError } from '../errors/errors.ts';
import type { Principal } from '../principal.ts';
import type { RegisteredTool } from '../tool/context.ts';
import { computeFingerprint, type InputRules, parseInput, type RawInput } from '../tool/input.ts';

declare module '../tool/context.ts' {
  interface Services {
    quotes: BindingQuotes;
  }
}

const PURPOSE = 'quote';
const VALID_SECONDS = 300;
const TOKEN = /^([0-9a-z]{1,11})\.([0-9a-z]{1,9})\.([\w-]{1,20}\.[\w-]{1,100})$/;

interface Signer {
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

/** The only call that a quote is good for. */
export interface QuotedCall {
  tool: RegisteredTool;
  input: Record<string, unknown>;
  principal: Principal;
}

export interface BindingQuote {
  quote: string;
  /** ISO 8601. */
  expiresAt: string;
}

export class BindingQuotes {
  readonly #signer: Signer;
  readonly #inputs: InputRules;

  constructor(signer: Signer, inputs: InputRules) {
    this.#signer = signer;
    this.#inputs = inputs;
  }

  /** The input as a call would read it. Throws INVALID_INPUT. */
  parse = (tool: RegisteredTool, raw: RawInput): Record<string, unknown> => parseInput(tool, raw, this.#inputs).input;

  issue(call: QuotedCall, priceMicros: Micros): BindingQuote {
    const untilSeconds = Math.floor(Date.now() / 1000) + VALID_SECONDS;
    const [price, until] = [priceMicros.toString(36), untilSeconds.toString(36)];
    const signature = this.#signer.sign(PURPOSE, describeTerms(call, price, until));
    return { quote: `${price}.${until}.${signature}`, expiresAt: new Date(untilSeconds * 1000).toISOString() };
  }

  /** The price that was quoted for this very call. Throws INVALID_INPUT for a quote of another call, and for one that has expired. */
  read(quote: string, call: QuotedCall): Micros {
    const [, price = '', until = '', signature = ''] = TOKEN.exec(quote) ?? [];
    if (!this.#signer.verify(PURPOSE, describeTerms(call, price, until), signature))
      throw createQuoteError('The quote is for another tool, input or account.');
    if (Number.parseInt(until, 36) * 1000 < Date.now()) throw createQuoteError('The quote has expired.');
    return toExact(Number.parseInt(price, 36));
  }
}

/** A maximum that is stated with the call is no part of what was quoted. */
function describeTerms(
  { tool, input: { maxPrice: _, ...input }, principal }: QuotedCall,
  price: string,
  until: string,
) {
  const account = principal.kind === 'account' ? principal.accountId : '';
  return `${principal.mode} ${account} ${price} ${until} ${computeFingerprint(tool.name, input)}`;
}

const createQuoteError = (message: string): FareboxError =>
  new FareboxError('INVALID_INPUT', {
    message: `${message} Nothing was charged.`,
    next: 'Get a new quote for exactly this input, or call without a quote.',
    details: { issues: [{ path: 'quote', message }] },
  });
