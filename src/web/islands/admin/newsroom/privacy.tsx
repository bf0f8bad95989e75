/** Who gets no mail, and what is held about an address: told to whoever asks, and erased when they want it. */
import { useState } from 'preact/hooks';
import type { Output } from '../../common/answers.ts';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { Failure, Show, SureButton, takeForm, useAction, useRead } from '../../common/parts.tsx';
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
      <form class="filters" method="get">
        <input type="hidden" name="view" value="privacy" />
        <label>
          <span>{n('address')}</span>
          <input name="email" type="email" defaultValue={filters.email} maxLength={320} />
        </label>
        <label class="narrow">
          <span>{say('suppressedWhy')}</span>
          <select name="reason">
            <option value="">{t('all')}</option>
            {REASONS.map((reason) => (
              <option key={reason} value={reason} selected={filters.reason === reason}>
                {say(`why_${reason}`)}
              </option>
            ))}
          </select>
        </label>
        <button class="second" type="submit">
          {t('filter')}
        </button>
      </form>
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
  const { isBusy, error, run } = useAction();
  const look = takeForm((form) => {
    const email = String(form.get('person')).trim();
    run(async () => setFound({ email, held: await read(withQuery('/admin/personal-data', { email })) }));
  });
  const erase = async (email: string): Promise<void> => {
    await ask('DELETE', withQuery('/admin/personal-data', { email }));
    setFound({ email, held: await read(withQuery('/admin/personal-data', { email })) });
  };
  return (
    <section>
      <h2>{n('personalData')}</h2>
      <p class="note">{n('personalNote')}</p>
      <form class="filters" onSubmit={look}>
        <label>
          <span>{n('address')}</span>
          <input name="person" type="email" maxLength={320} required />
        </label>
        <button class="second" type="submit" disabled={isBusy}>
          {n('lookUp')}
        </button>
        {error !== undefined && <Failure error={error} />}
      </form>
      {found && (
        <>
          <dl>
            {Object.entries(found.held).map(([name, value]) => (
              <HeldPart key={name} name={name} value={value} />
            ))}
          </dl>
          <SureButton label={n('erase')} act={() => erase(found.email)} />
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
