/** Who operates this server. */
import { Ago, CardTable, Failure, Show, SureButton, takeForm, useAction, useRead } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { t } from './facts.ts';

export function Operators() {
  const reading = useRead('/admin/operators');
  return (
    <>
      <p class="note">{t('configured')}</p>
      <PromoteForm onPromoted={reading.reload} />
      <Show loaded={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('operatorsNone')}</p>
          ) : (
            <CardTable heads={[t('email'), t('lastLogin'), t('state')]}>
              {items.map(({ email, lastLoginAt }) => (
                <tr key={email}>
                  <th scope="row">{email}</th>
                  <td data-label={t('lastLogin')}>
                    <Ago at={lastLoginAt} />
                  </td>
                  <td>
                    <SureButton
                      label={t('demote')}
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

function PromoteForm({ onPromoted }: { onPromoted: () => void }) {
  const { isBusy, error, run } = useAction();
  const promote = takeForm((form, element) => {
    const email = String(form.get('email'));
    run(async () => {
      await ask('POST', '/admin/operators', { email });
      element.reset();
      onPromoted();
    });
  });
  return (
    <form class="filters" onSubmit={promote}>
      <label>
        <span>{t('email')}</span>
        <input name="email" type="email" maxLength={254} required />
      </label>
      <button class="second" type="submit" disabled={isBusy}>
        {t('promote')}
      </button>
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}
