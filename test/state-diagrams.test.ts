/** The diagrams in the folders' READMEs have the states and the moves of the code. */
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_STATUSES, findNextStatus } from '../src/newsroom/common/campaign-states.ts';
import { ENDED, MAIL_STATUSES } from '../src/newsroom/mailing/queue/types.ts';
import { textOf } from './harness/sources.ts';

interface Move {
  from: string;
  to: string;
  label: string;
}

/** The moves of each diagram of a file, `[*]` included. */
function readDiagrams(file: string): Move[][] {
  return [...textOf(file).matchAll(/```mermaid\nstateDiagram-v2\n([\s\S]*?)```/g)].map(([, body = '']) =>
    body
      .trim()
      .split('\n')
      .map((line) => {
        const [, from = '', to = '', label = ''] = /^\s*(\S+) --> ([^\s:]+)(?:: (.+))?$/.exec(line) ?? [];
        return { from, to, label };
      }),
  );
}

const statesOf = (moves: readonly Move[]): string[] =>
  [...new Set(moves.flatMap(({ from, to }) => [from, to]))].filter((state) => state !== '[*]').sort();

/** The literal types of a column, such as `state: 'queued' | 'running'`, in the first interface that has it. */
const statesInCode = (file: string, declaration: RegExp): string[] =>
  [...(declaration.exec(textOf(file))?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, state = '']) => state).sort();

const TRIGGERS = [
  ...(['send', 'schedule', 'resend', 'pause', 'resume', 'cancel'] as const),
  ...(['due', 'miss', 'claim', 'hold', 'finish'] as const),
];

describe('the diagram', () => {
  const [mail = [], campaign = []] = readDiagrams('src/newsroom/mailing/README.md');

  it('of a mail has its statuses, and ends where no mail goes on by itself', () => {
    expect(statesOf(mail)).toEqual([...MAIL_STATUSES].sort());
    const ends = mail.filter(({ to }) => to === '[*]').map(({ from }) => from);
    expect(ends.filter((state) => !ENDED.some((ended) => ended === state))).toEqual([]);
  });

  it('of a campaign has every move of the code and no other', () => {
    const drawn = campaign.filter(({ from }) => from !== '[*]').map(({ from, to, label }) => `${from} ${label} ${to}`);
    const coded = CAMPAIGN_STATUSES.flatMap((from) =>
      TRIGGERS.flatMap((trigger) => {
        const to = findNextStatus(from, trigger);
        return to === null ? [] : [`${from} ${trigger} ${to}`];
      }),
    );
    expect(drawn.sort()).toEqual(coded.sort());
  });

  it('of a checkout, a dispute and a job has the states of its table', () => {
    const [checkout = [], topUp = [], dispute = []] = readDiagrams('src/ledger/payments/README.md');
    const payments = 'src/ledger/payments/payment-tables.ts';
    expect(statesOf(checkout)).toEqual(statesInCode(payments, /interface CheckoutRow[^}]*?state: ([^;]+);/));
    const topUps = 'src/ledger/payments/top-ups/tables.ts';
    expect(statesOf(topUp)).toEqual(statesInCode(topUps, /interface AutoTopUpRow[^}]*?state: ([^;]+);/));
    expect(statesOf(dispute)).toEqual(statesInCode(payments, /interface DisputeRow[^}]*?state: ([^;]+);/));
    const [job = []] = readDiagrams('src/jobs/README.md');
    expect(statesOf(job)).toEqual(statesInCode('src/jobs/tables.ts', /state: ([^;]+);/));
  });

  it('of a call has the states of receipts', () => {
    const [call = []] = readDiagrams('src/kernel/call/README.md');
    const closed = statesInCode('src/ledger/tables.ts', /state: ([^;]+);/);
    expect(statesOf(call)).toEqual(['open', 'refused', ...closed].sort());
  });
});
