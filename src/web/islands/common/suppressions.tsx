/** Addresses that get no mail, and why. */
import type { Item } from './answers.ts';
import { Ago, CardTable, Id, SureButton } from './parts.tsx';
import { say } from './workspace.ts';

/** Its owner has said so. */
const LASTING: ReadonlySet<string> = new Set(['complaint', 'unsubscribed', 'refused']);

interface SuppressionProps {
  rows: readonly (Item<'admin-suppressions'> | Item<'campaign-list-suppressions'>)[];
  /** Undefined: nobody can take one back from here. */
  lift?: (id: number) => Promise<void>;
}

export function SuppressionTable({ rows, lift }: SuppressionProps) {
  return (
    <CardTable heads={[say('suppressedAddress'), say('suppressedWhy'), say('suppressedSince'), '']}>
      {rows.map(({ suppression_id: id, address, scope, reason, until, created_at, ...rest }) => (
        <tr key={id}>
          <th scope="row">
            {address ?? <span class="note">{say('erased')}</span>}
            {'company_id' in rest && rest.company_id && (
              <p class="note">
                <Id id={rest.company_id} />
              </p>
            )}
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
