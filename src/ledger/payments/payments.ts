/** Card deposits: links, checkouts and provider events. Their ledger operations are in `payments-operations.ts`. */
import { FareboxError, type PaymentLink } from '../../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../../kernel/errors/refusal.ts';
import type { Identify } from '../../kernel/ports.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { toUsd } from '../../lib/money.ts';
import stripe from '../../providers/stripe.ts';
import { findAccountById } from '../accounts/account-queries.ts';
import { isHeld } from '../accounts/holds.ts';
import { isKeyLike } from '../keys/keys.ts';
import { openCheckout } from './checkouts.ts';
import { findCheckoutState } from './checkouts-reads.ts';
import { createPayToken, readPayToken } from './pay-links.ts';
import type { DepositAmount, PayableDeposit, PaymentContext, PaymentSandbox, Payments } from './payments-types.ts';
import { playCard, playPayment, readTestCard, readTestCheckout } from './play-payment.ts';
import { receivePayment } from './receive-payment.ts';
import type { TopUpDeps } from './top-ups/top-ups.ts';

export interface PaymentsDeps extends TopUpDeps {
  identify: Identify;
  sandbox: PaymentSandbox;
}

/** Deposit, in USD, that an answer about a low balance offers. */
const LINK_AMOUNT: DepositAmount = 10;

export function openPayments(deps: PaymentsDeps): Payments {
  return {
    listLinks: (principal) => listLinks(deps, principal),
    createLink: (accountId, amount) => createLink(deps, accountId, amount),
    openCheckout: async (ctx, amount, apiKey) => {
      const { accountId, mode } = await findPayer(deps, ctx, apiKey);
      return await openCheckout(deps, ctx, { accountId, mode, amount });
    },
    readPayable: (token) => readPayable(deps, token),
    pay: async (ctx, token) => {
      const { agentId: accountId, mode, amount } = await readPayable(deps, token);
      return await openCheckout(deps, ctx, { accountId, mode, amount });
    },
    receive: (ctx, body, signature) => receivePayment(deps, ctx, body, signature),
    readTestCheckout: async (sessionId) => (await readTestCheckout(deps, sessionId)).shown,
    playPayment: (ctx, sessionId, play) => playPayment(deps, ctx, sessionId, play),
    readTestCard: async (sessionId) => (await readTestCard(deps, sessionId)).shown,
    playCard: (ctx, sessionId, play) => playCard(deps, ctx, sessionId, play),
  };
}

/** None where nobody could be paid: no card payments for this mode, and no operator to turn to. */
function listLinks(deps: PaymentsDeps, { accountId, mode }: AccountPrincipal): readonly PaymentLink[] {
  const { environments, operatorContact } = deps;
  if (environments[mode].settings(stripe.id) === null && operatorContact === '') return [];
  return [{ url: createLink(deps, accountId, LINK_AMOUNT), amount: LINK_AMOUNT, currency: 'USD' }];
}

function createLink({ secrets, baseUrl }: PaymentsDeps, accountId: string, amount: DepositAmount): string {
  return `${baseUrl}/pay/${createPayToken(secrets, { accountId, amount }, Date.now())}`;
}

/** The account of the key in the body, else of the key that the request came with. */
async function findPayer({ identify }: PaymentsDeps, { principal }: PaymentContext, apiKey: string | undefined) {
  // Nothing but keys is even compared: this is no place to guess at the operator's token.
  if (apiKey !== undefined && !isKeyLike(apiKey)) throw createUnknownCredentialError(apiKey);
  const payer = apiKey === undefined ? principal : await identify(apiKey, principal.ip);
  if (payer.kind !== 'account')
    throw new FareboxError('UNAUTHENTICATED', { message: "This requires an account's API key." });
  return payer;
}

async function readPayable(deps: PaymentsDeps, token: string): Promise<PayableDeposit> {
  const { database, secrets, environments, operatorContact } = deps;
  const { accountId, amount, createdAtMs } = readPayToken(secrets, token, await database.now());
  const account = await findAccountById(database.db, accountId);
  if (!account) throw new FareboxError('NOT_FOUND', { message: 'Account not found.' });
  const { name, mode, status, balance } = account;
  const state = await findCheckoutState(database.db, { accountId, amount, sinceMs: createdAtMs });
  const takesDeposits = status === 'active' || (status === 'suspended' && (await isHeld(database, accountId)));
  return {
    agentId: accountId,
    accountName: name,
    amount,
    mode,
    canPay: takesDeposits && environments[mode].settings(stripe.id) !== null,
    operatorContact,
    deposit: state === null ? null : { state, balance: toUsd(balance) },
  };
}
