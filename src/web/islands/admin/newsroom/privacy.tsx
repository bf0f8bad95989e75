/** Suppression list, and access and erasure of personal data. */
import { useState } from 'preact/hooks';
import type { Output } from '../../common/answers.ts';
import { ActForm, Field, FilterForm, Select } from '../../common/forms.tsx';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { Show, SureButton, useRead } from '../../common/parts.tsx';
import { SuppressionTable } from '../../common/suppressions.tsx';
import { ask, read, say, withQuery } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { n } from './words.ts';

const REASONS = ['hard_bounce', 'soft_bounce', 'complaint', 'unsubscribed', 'manual', 'refused'] as const;

export function Privacy() {
  return (
    <>
      <PersonalData />
      <SuppressionList />
    </>
  );
}

function SuppressionList() {
  const query = new URLSearchParams(location.search);
  const filters = { email: query.get('email') ?? '', reason: query.get('reason') ?? '' };
  const page = Number(query.get('page') ?? 1);
  const reading = useRead(withQuery('/admin/suppressions', { ...filters, page }));
  return (
    <section>
      <h2>{n('suppressions')}</h2>
      <FilterForm hidden={{ view: 'privacy' }}>
        <Field label={n('address')} name="email" type="email" defaultValue={filters.email} maxLength={320} />
        <Select
          label={say('suppressedWhy')}
          name="reason"
          value={filters.reason}
          choices={REASONS.map((reason) => [reason, say(`why_${reason}`)] as const)}
          isNarrow
          hasAll
        />
      </FilterForm>
      <Show loaded={reading}>
        {({ items, pages }) => (
          <>
            {items.length === 0 ? <p>{t('none')}</p> : <SuppressionTable rows={items} />}
            <NumberedPages path="/admin" filters={{ view: 'privacy', ...filters }} page={page} pages={pages} />
          </>
        )}
      </Show>
    </section>
  );
}

type PersonRecord = Output<'admin-personal-data'>;

/** Kept out of the address bar and of histories: it is somebody's address. */
function PersonalData() {
  const [found, setFound] = useState<{ email: string; held: PersonRecord }>();
  const show = async (email: string): Promise<void> =>
    setFound({ email, held: await read(withQuery('/admin/personal-data', { email })) });
  const look = (form: FormData): Promise<void> => show(String(form.get('person')).trim());
  const erase = async (email: string): Promise<void> => {
    await ask('DELETE', withQuery('/admin/personal-data', { email }));
    await show(email);
  };
  return (
    <section>
      <h2>{n('personalData')}</h2>
      <p class="note">{n('personalNote')}</p>
      <ActForm label={n('lookUp')} act={look}>
        <Field label={n('address')} name="person" type="email" maxLength={320} required />
      </ActForm>
      {found && (
        <>
          <dl>
            {Object.entries(found.held).map(([name, value]) => (
              <HeldPart key={name} name={name} value={value} />
            ))}
          </dl>
          <SureButton label={n('erase')} question={n('eraseSure')} isDanger act={() => erase(found.email)} />
        </>
      )}
    </section>
  );
}

function HeldPart({ name, value }: { name: string; value: unknown }) {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return (
    <div>
      <dt>{name.replaceAll('_', ' ')}</dt>
      <dd>
        {isEmpty ? (
          <span class="note">{t('none')}</span>
        ) : typeof value === 'object' ? (
          <pre>{JSON.stringify(value, null, 2)}</pre>
        ) : (
          String(value)
        )}
      </dd>
    </div>
  );
}
