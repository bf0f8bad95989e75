import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './sources.ts';

/** What takes longest, from the list that `npm test` prints at its end: begun last, it would run on alone. */
const LONGEST = [
  'start',
  'ledger/recovery',
  'ledger/payments/payments',
  'tools/admin/crash',
  'jobs/jobs',
  'newsroom/mailing/queue/sending',
  'newsroom/killed',
  'newsroom/mailing/suppressions/returns',
  'setup',
  'ledger/verification/verify',
  'newsroom/retention',
  'secrets',
  'concierge/running/model',
  'web/docs-browser',
  'random-calls',
  'load/duplicates',
  'tools/admin/media',
  'http/lockout',
  'fixes/store',
  'ledger/outage',
  'tools/entrance/browser',
  'tools/entrance/invites',
  'oauth/company',
  'ledger/charging',
  'ledger/claims',
  'ledger/accounts-keys',
  'ledger/accounts-history',
  'ledger/composed',
  'newsroom/operations/pipeline/pipeline',
  'api/every-operation',
  'http/every-route',
  'tools/payments/sandbox',
  'tools/payments/live',
  'oauth/page',
  'mcp/clients',
  'concierge/run/hostile',
  'concierge/run/killed',
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
