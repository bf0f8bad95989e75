/** When the pause of one sender was lifted: bounces of what it had sent before don't count again. */
import type { Migration } from '../../../database/types.ts';

const column = 'ALTER TABLE mail_brakes ADD COLUMN lifted_at BIGINT';

export const brakes: Migration = { version: 64, name: 'brakes', sqlite: column, postgres: column };
