import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { countUse } from '../../../identity/quota/usage-writes.ts';

export interface ScanUse {
  companyId: string;
  kind: 'company_scan' | 'health_report';
  zone: string;
}

/** Counted, but not against the plan. */
export const countScan = defineWrite('scans.count', async (tx: Tx, use: ScanUse): Promise<null> => {
  await countUse(tx, { ...use, inputTokens: 0, outputTokens: 0, costMicros: 0 });
  return null;
});
