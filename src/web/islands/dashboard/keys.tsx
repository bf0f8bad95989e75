/** Keys: made with caps, ended, and replaced. */
import { useState } from 'preact/hooks';
import { ActForm, Field } from '../common/forms.tsx';
import { AgoCell, AmountCell, CardTable, Show, ShownOnce, SureButton, useRead } from '../common/parts.tsx';
import { ApiError, ask, toAmount } from '../common/workspace.ts';
import { facts, type Key, ownMode, t } from './facts.ts';

const CAPS = ['perDay', 'perCall', 'total'] as const;

export function KeyList() {
  const loaded = useRead('/api/account/keys');
  const [secret, setSecret] = useState<string>();
  const show = (key: string): void => {
    setSecret(key);
    loaded.reload();
  };
  if (loaded.error instanceof ApiError && loaded.error.status === 403) {
    return (
      <>
        {secret && <Secret secret={secret} />}
        <p>{t('noAccess')}</p>
        <RotateKey onMade={setSecret} />
      </>
    );
  }
  return (
    <>
      {secret && <Secret secret={secret} />}
      <NewKey onMade={show} />
      <Show loaded={loaded}>{({ keys }) => <Keys keys={keys} onChange={loaded.reload} />}</Show>
      {!facts.isMember && <RotateKey onMade={show} />}
    </>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <ShownOnce secret={secret} note={t('onlyNow')}>
      <h2>{t('newKey')}</h2>
    </ShownOnce>
  );
}

function readCaps(form: FormData): Record<string, number> {
  const filled = CAPS.filter((name) => String(form.get(name) ?? '').trim() !== '');
  return Object.fromEntries(filled.map((name) => [name, Number(form.get(name))]));
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const make = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    const body = { name: String(form.get('name')), caps: readCaps(form), ...ownMode };
    const { apiKey } = await ask('POST', '/api/account/keys', body);
    element.reset();
    onMade(apiKey);
  };
  return (
    <ActForm label={t('makeKey')} act={make} isMain note={t('capsNote')}>
      <Field label={t('keyName')} name="name" maxLength={100} required />
      {CAPS.map((name) => (
        <Field key={name} label={t(name)} isNarrow name={name} type="number" min={0} step="any" inputMode="decimal" />
      ))}
    </ActForm>
  );
}

function Keys({ keys, onChange }: { keys: readonly Key[]; onChange: () => void }) {
  const shown = keys.filter(({ mode }) => !facts.isMember || mode === facts.mode);
  if (shown.length === 0) return <p>{t('noKeys')}</p>;
  return (
    <CardTable heads={[t('key'), t('caps'), t('spent'), t('lastUsed'), t('status')]}>
      {shown.map((key) => (
        <KeyRow key={`${key.id} ${key.createdAt}`} entry={key} onChange={onChange} />
      ))}
    </CardTable>
  );
}

function KeyRow({ entry, onChange }: { entry: Key; onChange: () => void }) {
  const { id, keyId, name, kind, prefix, last4, caps, spent, lastUsedAt, status, created_by: maker } = entry;
  const end = async (): Promise<void> => {
    await ask('DELETE', `/api/account/keys/${encodeURIComponent(id)}`);
    onChange();
  };
  const limits = CAPS.flatMap((one) =>
    caps?.[one] === undefined ? [] : [t('pair', { name: t(one), value: caps[one] })],
  );
  return (
    <tr class={status === 'active' ? undefined : 'unavailable'}>
      <th scope="row">
        {name} {kind === 'key' ? null : <span class="tag">{kind}</span>}
        <br />
        <code>
          {prefix}…{last4}
        </code>
        {maker && <span class="note"> {maker}</span>}
      </th>
      <td data-label={t('caps')}>{[...limits, ...(caps?.tools ?? [])].join(t('comma')) || t('none')}</td>
      <AmountCell of={t('spent')}>
        <a href={`/dashboard/calls?keyId=${encodeURIComponent(keyId)}${facts.isMember ? `&mode=${entry.mode}` : ''}`}>
          {toAmount(spent)}
        </a>
      </AmountCell>
      <AgoCell of={t('lastUsed')} at={lastUsedAt} />
      <td>
        {status === 'active' ? <SureButton label={t('endKey')} question={t('endKeySure')} act={end} /> : t(status)}
      </td>
    </tr>
  );
}

/** The cookie ends with its key: the new key signs in at once. */
function RotateKey({ onMade }: { onMade: (key: string) => void }) {
  const rotate = async (): Promise<void> => {
    const { newApiKey } = await ask('POST', '/api/proxy/account/rotate-key', {});
    await ask('POST', '/login/key', { apiKey: newApiKey });
    onMade(newApiKey);
  };
  return (
    <section>
      <h2>{t('rotate')}</h2>
      <p class="note">{t('rotateNote')}</p>
      <SureButton label={t('rotate')} act={rotate} />
    </section>
  );
}
