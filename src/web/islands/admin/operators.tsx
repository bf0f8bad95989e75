/** Operators of this server. */
import { AddressForm } from '../common/forms.tsx';
import { AgoCell, CardTable, Show, SureButton, useRead } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { t } from './facts.ts';

export function Operators() {
  const reading = useRead('/admin/operators');
  const promote = async (email: string): Promise<void> => {
    await ask('POST', '/admin/operators', { email });
    reading.reload();
  };
  return (
    <>
      <p class="note">{t('configured')}</p>
      <AddressForm field={t('email')} label={t('promote')} act={promote} />
      <Show loaded={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('operatorsNone')}</p>
          ) : (
            <CardTable heads={[t('email'), t('lastLogin'), t('state')]}>
              {items.map(({ email, lastLoginAt }) => (
                <tr key={email}>
                  <th scope="row">{email}</th>
                  <AgoCell of={t('lastLogin')} at={lastLoginAt} />
                  <td>
                    <SureButton
                      label={t('demote')}
                      isDanger
                      act={async () => {
                        await ask('DELETE', `/admin/operators/${encodeURIComponent(email)}`);
                        reading.reload();
                      }}
                    />
                  </td>
                </tr>
              ))}
            </CardTable>
          )
        }
      </Show>
    </>
  );
}
