/** The company's profile, sender and members. */
import { useState } from 'preact/hooks';
import { AddressForm } from '../common/forms.tsx';
import { AgoCell, CardTable, Failure, Show, SureButton, takeForm, useAction, useRead } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { onCompany, t } from './say.ts';
import { SendingDomains } from './sending-domains.tsx';
import type { Me } from './types.ts';

export function Company() {
  const me = useRead('/auth/me');
  const [saves, setSaves] = useState(0);
  return (
    <Show loaded={me}>
      {({ company, user }) => (
        <>
          <CompanyForm company={company} mayChange={user?.role === 'admin'} onSaved={() => setSaves(saves + 1)} />
          {/* Reloaded when the sender address changes. */}
          <SendingDomains key={saves} mayChange={user?.role === 'admin'} />
          <LogoForm company={company} mayChange={user?.role === 'admin'} onChanged={me.reload} />
          <Team mayChange={user?.role === 'admin'} own={user?.email ?? ''} />
        </>
      )}
    </Show>
  );
}

const FACTS = [
  ['name', 'name'],
  ['name_en', 'nameEn'],
  ['domain', 'domain'],
  ['timezone', 'timezone'],
] as const;
const SENDER = [
  ['name', 'senderName'],
  ['email', 'senderEmail'],
  ['reply_to', 'replyTo'],
  ['postal_address', 'postal'],
] as const;

interface FormProps {
  company: Me['company'];
  mayChange: boolean;
  onSaved: () => void;
}

function CompanyForm({ company, mayChange, onSaved }: FormProps) {
  const [isSaved, setSaved] = useState(false);
  const { isBusy, error, run } = useAction();
  const save = takeForm((form) => {
    const readText = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
    run(async () => {
      await ask('PUT', '/auth/company', {
        name: readText('name') ?? undefined,
        name_en: readText('name_en'),
        domain: readText('domain'),
        timezone: readText('timezone') ?? undefined,
        sender: Object.fromEntries(SENDER.map(([name]) => [name, readText(`sender-${name}`)])),
        individual_tracking: form.get('tracking') !== null,
        require_approval: form.get('approval') !== null,
      });
      setSaved(true);
      onSaved();
    });
  });
  return (
    <form onSubmit={save} onInput={() => setSaved(false)}>
      {!mayChange && <p class="note">{onCompany('mayNotChange')}</p>}
      {FACTS.map(([name, word]) => (
        <div key={name} class="field">
          <label for={name}>{onCompany(word)}</label>
          <input
            id={name}
            name={name}
            defaultValue={company[name] ?? ''}
            list={name === 'timezone' ? 'zones' : undefined}
            maxLength={500}
            disabled={!mayChange}
          />
        </div>
      ))}
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <SenderFields sender={company.sender} mayChange={mayChange} />
      <label class="choice">
        <input type="checkbox" name="tracking" defaultChecked={company.individual_tracking} disabled={!mayChange} />
        {onCompany('tracking')}
      </label>
      <label class="choice">
        <input type="checkbox" name="approval" defaultChecked={company.require_approval} disabled={!mayChange} />
        {onCompany('requireApproval')}
      </label>
      {mayChange && (
        <p class="actions">
          <button class="short" type="submit" disabled={isBusy}>
            {t('save')}
          </button>
          {isSaved && (
            <span role="status" class="note">
              {t('saved')}
            </span>
          )}
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}

function LogoForm({
  company,
  mayChange,
  onChanged,
}: {
  company: Me['company'];
  mayChange: boolean;
  onChanged: () => void;
}) {
  const { isBusy, error, run } = useAction();
  const save = takeForm((form, element) => {
    const file = form.get('logo');
    if (!(file instanceof File)) return;
    run(async () => {
      await ask('PUT', '/auth/company/logo', { image: await readBase64(file) });
      element.reset();
      onChanged();
    });
  });
  const { logo_at, name } = company;
  return (
    <section>
      <h2>{onCompany('logo')}</h2>
      <p class="note">{onCompany('logoNote')}</p>
      {logo_at !== null && (
        <p class="actions">
          <img
            class="logo"
            src={`/auth/company/logo?at=${encodeURIComponent(logo_at)}`}
            alt={onCompany('logoAlt', { name })}
          />
          {mayChange && (
            <SureButton
              label={t('remove')}
              isDanger
              act={async () => {
                await ask('DELETE', '/auth/company/logo');
                onChanged();
              }}
            />
          )}
        </p>
      )}
      {mayChange && (
        <form class="filters" onSubmit={save}>
          <label>
            <span>{onCompany('logoFile')}</span>
            <input name="logo" type="file" accept="image/png,image/jpeg" required />
          </label>
          <button class="second" type="submit" disabled={isBusy}>
            {t('save')}
          </button>
          {error !== undefined && <Failure error={error} />}
        </form>
      )}
    </section>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function SenderFields({ sender, mayChange }: { sender: Me['company']['sender']; mayChange: boolean }) {
  return (
    <>
      <h2>
        {onCompany('sender')} {sender.verified && <span class="tag good">{onCompany('verified')}</span>}
      </h2>
      <p class="note">{onCompany('senderNote')}</p>
      {SENDER.map(([name, word]) => (
        <div key={name} class="field">
          <label for={`sender-${name}`}>{onCompany(word)}</label>
          <input
            id={`sender-${name}`}
            name={`sender-${name}`}
            inputMode={name === 'email' || name === 'reply_to' ? 'email' : 'text'}
            defaultValue={sender[name] ?? ''}
            maxLength={500}
            disabled={!mayChange}
          />
        </div>
      ))}
    </>
  );
}

function Team({ mayChange, own }: { mayChange: boolean; own: string }) {
  const reading = useRead('/auth/team');
  const invite = async (email: string): Promise<void> => {
    await ask('POST', '/auth/invite', { email });
    reading.reload();
  };
  return (
    <section>
      <h2>{onCompany('team')}</h2>
      <Show loaded={reading}>
        {({ items }) => (
          <CardTable heads={[onCompany('member'), onCompany('role'), onCompany('lastLogin'), t('state')]}>
            {items.map(({ email, role, status, last_login_at }) => (
              <tr key={email}>
                <th scope="row">{email}</th>
                <td data-label={onCompany('role')}>{onCompany(role === 'admin' ? 'admin' : 'memberRole')}</td>
                <AgoCell of={onCompany('lastLogin')} at={last_login_at} />
                <td>
                  <span class={status === 'active' ? 'tag good' : 'tag'}>{onCompany(status)}</span>{' '}
                  {mayChange && email !== own && (
                    <SureButton
                      label={t('remove')}
                      isDanger
                      act={async () => {
                        await ask('DELETE', `/auth/team/${encodeURIComponent(email)}`);
                        reading.reload();
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </CardTable>
        )}
      </Show>
      {mayChange && <AddressForm field={onCompany('inviteEmail')} label={onCompany('invite')} act={invite} />}
    </section>
  );
}
