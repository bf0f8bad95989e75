import { defineSchema } from '../../database/schema.ts';

export const walletSignInSchema = defineSchema(
  220,
  'sign-ins with wallets',
  `
CREATE TABLE wallet_challenges (
  nonce ID PRIMARY KEY,
  used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX wallet_challenges_expiry ON wallet_challenges (expires_at);
`,
);
