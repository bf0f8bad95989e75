/** Addresses that get no mail, and why. */
import { Ago, CardTable, SureButton } from './parts.tsx';
import { say } from './workspace.ts';

export interface Suppression {
  suppression_id: number;
  /** Null: its owner had it erased. */
  address: string | null;
  scope: 'company' | 'global';
  reason: string;
  until: string | null;
  created_at: string;
  company_id?: string | null;
}

/** Its owner has said so. */
const LASTING: ReadonlySet<string> = new Set(['complaint', 'unsubscribed', 'refused']);

interface SuppressionProps {
  rows: readonly Suppression[];
  /** Undefined: nobody can take one back from here. */
  lift?: (id: number) => Promise<void>;
}

export function SuppressionTable({ rows, lift }: SuppressionProps) {
  return (
    <CardTable heads={[say('suppressedAddress'), say('suppressedWhy'), say('suppressedSince'), '']}>
      {rows.map(({ suppression_id: id, address, scope, reason, until, created_at, company_id }) => (
        <tr key={id}>
          <th scope="row">
            {address ?? <span class="note">{say('erased')}</span>}
            {company_id && <p class="note">{company_id}</p>}
          </th>
          <td>
            {say(`why_${reason}`)} {scope === 'global' && <span class="tag">{say('forAll')}</span>}
          </td>
          <td>
            <Ago at={created_at} />
            {until !== null && (
              <p class="note">
                {say('suppressedUntil')} <Ago at={until} />
              </p>
            )}
          </td>
          <td>
            {lift && !LASTING.has(reason) && scope === 'company' && (
              <SureButton label={say('allowAgain')} act={() => lift(id)} />
            )}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
