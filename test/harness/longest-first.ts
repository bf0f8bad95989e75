import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './sources.ts';

/** What takes longest, from the list that `npm test` prints at its end: begun last, it would run on alone. */
const LONGEST = [
  'start',
  'tools/admin/crash',
  'concierge/run/model',
  'web/journeys',
  'web/matrix',
  'web/docs-browser',
  'tools/entrance/browser',
  'ledger/payments',
  'ledger/recovery',
  'load/duplicates',
  'http/lockout',
  'tools/entrance/invites',
  'oauth/company',
  'ledger/charging',
  'oauth/page',
  'tools/payments/live',
  'concierge/run/hostile',
  'api/every-operation',
  'mcp/clients',
  'fixes/store',
  'ledger/composed',
  'ledger/accounts-history',
  'concierge/run/killed',
  'random-calls',
].map((name) => `test/${name}.test.ts`);

/** The longest files first; the others by what they took last, else by their size. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
