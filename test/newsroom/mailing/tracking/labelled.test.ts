/** Accuracy of telling people from machines, against labeled hits. Bar: newsroom.md §12.5. */
import { expect, it } from 'vitest';
import { classifyHits, type Hit } from '../../../../src/newsroom/mailing/tracking/classify.ts';
import { type LabelledHit, labelledMails } from './labelled-hits.ts';

const SENT_MS = Date.UTC(2026, 10, 20, 1);
const AGREEMENT_MIN = 0.95;

const toHit = ([seconds, what, userAgent, address, , method]: LabelledHit): Hit => ({
  kind: what === 'open' ? 'open' : 'click',
  isTrap: what === 0,
  method: method ?? 'GET',
  userAgent,
  address,
  at: SENT_MS + seconds * 1_000,
  url: what === 'open' ? null : `https://studio.co.jp/${what}`,
});

it('tells people from machines on a labelled set', () => {
  const wrong: string[] = [];
  const counts = { person: 0, machine: 0 };
  for (const mail of labelledMails) {
    const judgements = classifyHits(mail.map(toHit), { sentAt: SENT_MS, transport: 'smtp' });
    for (const [index, [seconds, what, userAgent, address, actor]] of mail.entries()) {
      counts[actor]++;
      const isMachine = judgements[index]?.actorClass === 'machine';
      if (isMachine !== (actor === 'machine')) wrong.push(`${actor}: ${seconds} s ${what} ${address} ${userAgent}`);
    }
  }
  const total = counts.person + counts.machine;
  const agreement = 1 - wrong.length / total;
  process.stdout.write(`opens and clicks: ${agreement.toFixed(3)} of ${total} labelled hits agree\n`);
  expect(Math.min(counts.person, counts.machine)).toBeGreaterThan(40);
  expect(agreement, wrong.join('\n')).toBeGreaterThanOrEqual(AGREEMENT_MIN);
});
