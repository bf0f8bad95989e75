/**
 * Single refunds and their failures, the refund totals that charges reported and when, and how much of a dispute's amount
 * is withheld. Old rows keep the meaning they had: a dispute that isn't won withholds its whole amount.
 */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE refunds (
  mode TEXT NOT NULL,
  id ${ID} NOT NULL,
  payment_id ${ID} NOT NULL,
  amount BIGINT NOT NULL,
  failed_at BIGINT,
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
)/*keyed*/;
CREATE INDEX refunds_by_payment ON refunds (payment_id);

CREATE TABLE refund_totals (
  mode TEXT NOT NULL,
  payment_id ${ID} NOT NULL,
  at BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (mode, payment_id, at, amount)
)/*keyed*/;
INSERT INTO refund_totals (mode, payment_id, at, amount)
  SELECT mode, id, at, refunded FROM payments WHERE refunded > 0;

ALTER TABLE disputes ADD COLUMN withheld BIGINT NOT NULL DEFAULT 0;
ALTER TABLE disputes ADD COLUMN told_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE disputes ADD COLUMN told_rank INTEGER NOT NULL DEFAULT 0;
UPDATE disputes SET withheld = CASE state WHEN 'won' THEN 0 ELSE amount END,
  told_rank = CASE state WHEN 'open' THEN 1 WHEN 'lost' THEN 11 ELSE 12 END;

ALTER TABLE payment_events ADD COLUMN alert INTEGER NOT NULL DEFAULT 0;
CREATE INDEX payment_alerts ON payment_events (at) WHERE alert = 1;
`;

export const refundSteps: Migration = {
  version: 59,
  name: 'refund steps',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
