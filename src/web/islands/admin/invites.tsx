/** Invites: made, and taken back. A code is shown once. */
import { useState } from 'preact/hooks';
import type { Item } from '../common/answers.ts';
import { ActForm, Field } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { Ago, AgoCell, AmountCell, CardTable, ShownOnce, SureButton } from '../common/parts.tsx';
import { ask, toAmount } from '../common/workspace.ts';
import { t } from './facts.ts';

type Invite = Item<'admin-list-invites'>;

export function Invites() {
  const paging = usePages('/admin/invites');
  const [link, setLink] = useState<string>();
  return (
    <>
      <InviteForm
        onMade={(url) => {
          setLink(url);
          paging.reload();
        }}
      />
      {link && (
        <ShownOnce secret={link}>
          <h2>{t('link')}</h2>
        </ShownOnce>
      )}
      <PageList paging={paging} empty={t('noInvites')}>
        {(invites) => (
          <CardTable heads={[t('made'), t('uses'), t('credit'), t('until'), t('state')]}>
            {invites.map((invite) => (
              <InviteRow key={invite.id} invite={invite} onChange={paging.reload} />
            ))}
          </CardTable>
        )}
      </PageList>
    </>
  );
}

function InviteRow({ invite, onChange }: { invite: Invite; onChange: () => void }) {
  const { id, state, uses, used, grantUsd, createdBy, createdAt, expiresAt } = invite;
  const revoke = async (): Promise<void> => {
    await ask('DELETE', `/admin/invites/${encodeURIComponent(id)}`);
    onChange();
  };
  return (
    <tr>
      <th scope="row">
        <Ago at={createdAt} /> <span class="note">{createdBy}</span>
      </th>
      <td>{t('used', { used, uses })}</td>
      <AmountCell of={t('credit')}>{toAmount(grantUsd)}</AmountCell>
      <AgoCell of={t('until')} at={expiresAt} />
      <td>{state === 'open' ? <SureButton label={t('revoke')} isDanger act={revoke} /> : t(state)}</td>
    </tr>
  );
}

const FIELDS = [
  ['uses', 'uses', 1, 1],
  ['days', 'lasts', 14, 1],
  ['grantUsd', 'credit', 0, 0],
] as const;

function InviteForm({ onMade }: { onMade: (url: string) => void }) {
  const make = async (form: FormData): Promise<void> => {
    const body = Object.fromEntries(FIELDS.map(([name]) => [name, Number(form.get(name))]));
    onMade((await ask('POST', '/admin/invites', body)).url);
  };
  return (
    <ActForm label={t('makeInvite')} act={make} isMain>
      {FIELDS.map(([name, word, usual, least]) => (
        <Field
          key={name}
          label={t(word)}
          isNarrow
          name={name}
          type="number"
          min={least}
          step={name === 'grantUsd' ? 'any' : 1}
          defaultValue={usual}
          required
        />
      ))}
    </ActForm>
  );
}
