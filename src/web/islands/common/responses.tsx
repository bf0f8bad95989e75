/** Opens and clicks, human and automated, as bars and as a table. */
import { SplitBar } from '../../components/split-bar.tsx';
import { AmountCell, CardTable } from './parts.tsx';
import { say, toCount } from './workspace.ts';

export interface ResponseRow {
  title: string;
  /** What they are a part of. */
  whole: number;
  human: number;
  unknown: number;
  machine: number;
}

const CLASSES = [
  ['people', 'human'],
  ['cannotTell', 'unknown'],
  ['machines', 'machine'],
] as const;

export function Responses({ title, rows }: { title: string; rows: readonly ResponseRow[] }) {
  return (
    <>
      {rows.map((row) => (
        <SplitBar
          key={row.title}
          title={row.title}
          whole={row.whole}
          parts={CLASSES.map(([tone, member]) => ({ tone, value: row[member], label: say(tone) }))}
        />
      ))}
      <CardTable heads={[title, ...CLASSES.map(([tone]) => say(tone))]}>
        {rows.map((row) => (
          <tr key={row.title}>
            <th scope="row">{row.title}</th>
            {CLASSES.map(([tone, member]) => (
              <AmountCell key={tone} of={say(tone)}>
                <span class={`key ${tone}`} aria-hidden="true" /> {toCount(row[member])}
              </AmountCell>
            ))}
          </tr>
        ))}
      </CardTable>
    </>
  );
}
