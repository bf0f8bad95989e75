/** Reads which providers operators have paused. */
import type { Db } from '../../database/types.ts';
import type { ProviderPauseRow } from './tables.ts';

const PAUSES_MAX = 500;

export const listProviderPauses = (db: Db): Promise<ProviderPauseRow[]> =>
  db.selectFrom('provider_pauses').selectAll().orderBy('provider').limit(PAUSES_MAX).execute();
