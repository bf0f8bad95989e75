/** Keys: made with caps, ended, and replaced. */
import { useState } from 'preact/hooks';
import { ActForm, Field } from '../common/forms.tsx';
import { AgoCell, AmountCell, CardTable, Show, SureButton, useRead } from '../common/parts.tsx';
import { ApiError, ask, toAmount, toExact } from '../common/workspace.ts';
import { facts, type Key, ownMode, t, withMode } from './facts.ts';
import { NewSecret } from './new-secret.tsx';

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
        {secret && <NewSecret secret={secret} />}
        <p>{t('noAccess')}</p>
        <RotateKey onMade={setSecret} />
      </>
    );
  }
  return (
    <>
      {secret && <NewSecret secret={secret} />}
      <NewKey onMade={show} />
      <Show loaded={loaded}>{({ keys }) => <Keys keys={keys} onChange={loaded.reload} />}</Show>
      {!facts.isMember && <RotateKey onMade={show} />}
    </>
  );
}

function readCaps(form: FormData): Record<string, number | string[]> {
  const filled = CAPS.filter((name) => String(form.get(name) ?? '').trim() !== '');
  const tools = form.getAll('tools').map(String);
  return {
    ...Object.fromEntries(filled.map((name) => [name, Number(form.get(name))])),
    ...(tools.length > 0 ? { tools } : {}),
  };
}

/** The end of a day where the reader is; nothing for a key that never expires. */
function readExpiry(form: FormData): { expiresAt?: string } {
  const day = String(form.get('expires') ?? '');
  return day === '' ? {} : { expiresAt: new Date(`${day}T23:59:59`).toISOString() };
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const make = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    const body = { name: String(form.get('name')), caps: readCaps(form), ...readExpiry(form), ...ownMode };
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
      <Field
        label={t('expires')}
        isNarrow
        name="expires"
        type="date"
        min={new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}
      />
      <AllowedTools />
    </ActForm>
  );
}

function AllowedTools() {
  const { data } = useRead(withMode('/api/proxy/account/balance'));
  const names = Object.keys(data?.availableCalls ?? {});
  return (
    <details class="whole allowed-tools">
      <summary>{t('allowedTools')}</summary>
      <p class="note">{t('allowedToolsNote')}</p>
      <fieldset>
        <legend class="unseen">{t('allowedTools')}</legend>
        {names.map((name) => (
          <label key={name} class="choice">
            <input type="checkbox" name="tools" value={name} /> <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </details>
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
  const { id, keyId, name, kind, prefix, last4, caps, spent, lastUsedAt, status, expiresAt, created_by: maker } = entry;
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
        {status === 'active' && expiresAt !== null && <p class="note">{t('expiresAt', { at: toExact(expiresAt) })}</p>}
        {status === 'active' ? (
          <SureButton label={t('endKey')} question={t('endKeySure')} isDanger act={end} />
        ) : (
          t(status)
        )}
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
      <SureButton label={t('rotate')} isDanger act={rotate} />
    </section>
  );
}
