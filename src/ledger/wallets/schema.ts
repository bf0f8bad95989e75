/** A payment is named by what the network lets happen once: network, asset, payer and nonce. A released one frees its name. */
import { defineSchema } from '../../database/schema.ts';

export const walletSchema = defineSchema(
  135,
  'wallets',
  `
CREATE TABLE wallets (
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  network ID NOT NULL,
  address ID NOT NULL,
  account_id ID NOT NULL UNIQUE,
  key_id ID NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (mode, network, address)
) KEYED;

CREATE TABLE wallet_payments (
  id ID PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  network ID NOT NULL,
  asset ID NOT NULL,
  payer ID NOT NULL,
  nonce ID NOT NULL,
  account_id ID NOT NULL,
  key_id ID NOT NULL,
  tool TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL CHECK (state IN ('claimed', 'answered', 'settled', 'failed', 'released')),
  digest TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  identifier ID,
  payment TEXT,
  owner ID NOT NULL,
  deadline_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  answer TEXT,
  cost DOUBLE PRECISION,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at BIGINT,
  transaction_hash TEXT,
  reason TEXT,
  failure TEXT,
  call_id ID,
  created_at BIGINT NOT NULL,
  ended_at BIGINT
);
CREATE UNIQUE INDEX wallet_payments_once ON wallet_payments (mode, network, asset, payer, nonce) WHERE state <> 'released';
CREATE UNIQUE INDEX wallet_payments_by_identifier ON wallet_payments (mode, network, payer, identifier)
  WHERE identifier IS NOT NULL AND state <> 'released';
CREATE INDEX wallet_payments_of_account ON wallet_payments (account_id, state, ended_at);
CREATE INDEX wallet_payments_claimed ON wallet_payments (owner) WHERE state = 'claimed';
CREATE INDEX wallet_payments_due ON wallet_payments (next_at) WHERE state = 'answered';
CREATE INDEX wallet_payments_kept ON wallet_payments (ended_at) WHERE answer IS NOT NULL AND ended_at IS NOT NULL;
`,
);

/** A wallet's payment may be booked on any account: its limits follow the wallet. */
export const walletLimitsSchema = defineSchema(
  160,
  'limits of wallets',
  `
CREATE INDEX wallet_payments_of_wallet ON wallet_payments (mode, network, payer, state, ended_at);
`,
);

/** With a key of an account, the caller's idempotency key names the payment. */
export const walletKeysSchema = defineSchema(
  161,
  'idempotency keys of wallets',
  `
ALTER TABLE wallet_payments ADD COLUMN claim_scope ID;
ALTER TABLE wallet_payments ADD COLUMN claim_key ID;
`,
);

/** Payments that top up an account. */
export const walletDepositsSchema = defineSchema(
  162,
  'deposits of wallets',
  `
ALTER TABLE wallet_payments ADD COLUMN purpose TEXT NOT NULL DEFAULT 'call' CHECK (purpose IN ('call', 'deposit'));
`,
);
