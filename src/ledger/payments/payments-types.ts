/** Card deposits as tools use them: `ctx.services.payments`. Rules: money.md §10. */

import type { PaymentLink } from '../../kernel/errors/errors.ts';
import type { AccountPrincipal, Mode } from '../../kernel/principal.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import type { CheckoutRow } from './payment-tables.ts';
import type { PaymentOutcome } from './payments-writes.ts';

/** USD. */
export const depositAmounts = [5, 10, 25, 50] as const;
/** Smallest and largest deposit by wallet. */
export const walletDepositUsd = { min: 0.1, max: 10_000 } as const;
export type DepositAmount = (typeof depositAmounts)[number];

export interface OpenCheckout {
  /** The page where it is paid. */
  url: string;
  sessionId: string;
  amount: DepositAmount;
}

/** Subject and outcome of a payment link: shown to everybody who has it, so no balance before it was paid. */
export interface PayableDeposit {
  agentId: string;
  accountName: string;
  amount: DepositAmount;
  mode: Mode;
  /** Card payments are set up for this account's mode, and the account may take deposits. */
  canPay: boolean;
  /** How to reach the operator of the server; an empty text when that is not said. */
  operatorContact: string;
  /** The checkout of this account and amount since the link was made: one that was paid, else the newest. */
  deposit: LinkedDeposit | null;
}

export interface LinkedDeposit {
  state: CheckoutRow['state'];
  /** USD, of the account now. */
  balance: number;
}

/** The sandbox's side of a checkout, which one can pay with test money. */
export interface TestCheckout {
  sessionId: string;
  agentId: string;
  accountName: string;
  amount: number;
  state: 'open' | 'pending' | 'paid' | 'refused' | 'failed' | 'expired';
  /** Where the customer goes back to. */
  returnUrl: string;
}

/** Payments that the sandbox simulates: the outcome, and the order of its events. */
export const paymentPlays = ['paid', 'twice', 'reordered', 'failing', 'declined', 'expired'] as const;
export type PaymentPlay = (typeof paymentPlays)[number];

/** The sandbox's page where a card is saved. */
export interface TestCard {
  sessionId: string;
  agentId: string;
  accountName: string;
  returnUrl: string;
}

/** Cards that can be saved in the sandbox: what their bank says to each charge. */
export const cardPlays = ['saved', 'declined', 'requires_action'] as const;
export type CardPlay = (typeof cardPlays)[number];

/** An event as the provider would send it. */
export interface Delivery {
  payload: string;
  signature: string;
  /** The first try of it is to fail. */
  failsFirst: boolean;
}

/** The payment provider's part in the sandbox. */
export interface PaymentSandbox {
  signDeliveries(checkout: PlayedCheckout, play: PaymentPlay, secret: string): Delivery[];
  signCard(setup: PlayedSetup, play: CardPlay, secret: string): Delivery;
}

export interface PlayedSetup {
  sessionId: string;
  setupId: string;
  accountId: string;
  customerId: string | null;
  expiresAtMs: number;
}

export interface PlayedCheckout {
  sessionId: string;
  checkoutId: string;
  accountId: string;
  amountCents: number;
  createdMs: number;
  expiresAtMs: number;
}

/** Parts of a call's context that payments need. */
export type PaymentContext = Pick<
  CallContext,
  'signal' | 'callerGone' | 'deadlineMs' | 'requestId' | 'log' | 'principal'
>;

/** Every method but `links` throws FareboxError. */
export interface Payments {
  /** For an answer that says the balance is too low: a signed link, which creates nothing. */
  listLinks(principal: AccountPrincipal): readonly PaymentLink[];
  /** The signed address where somebody pays an amount for an account; it creates nothing. */
  createLink(accountId: string, amount: DepositAmount): string;
  /** Opens the checkout of an account and amount, or gives the one that is open. `apiKey` names another account. */
  openCheckout(ctx: PaymentContext, amount: DepositAmount, apiKey?: string): Promise<OpenCheckout>;
  /** NOT_FOUND for a link that was not made here, GONE for one that is too old. */
  readPayable(token: string): Promise<PayableDeposit>;
  /** `openCheckout` for whoever has the link. */
  pay(ctx: PaymentContext, token: string): Promise<OpenCheckout>;
  /** Takes an event of the provider. INVALID_INPUT for a signature that is wrong or old. */
  receive(ctx: PaymentContext, body: Uint8Array, signature: string): Promise<PaymentOutcome>;
  /** NOT_FOUND for a session that is none of the sandbox's. */
  readTestCheckout(sessionId: string): Promise<TestCheckout>;
  /** Plays a payment with test money: its events come in as they would from the provider. */
  playPayment(ctx: PaymentContext, sessionId: string, play: PaymentPlay): Promise<TestCheckout>;
  /** NOT_FOUND for a page that is none of the sandbox's, or over. */
  readTestCard(sessionId: string): Promise<TestCard>;
  /** Saves a card of the sandbox, as the provider would tell it. */
  playCard(ctx: PaymentContext, sessionId: string, play: CardPlay): Promise<TestCard>;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    payments: Payments;
  }
}
