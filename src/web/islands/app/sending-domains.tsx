/** Domains that a company's campaigns are sent from, and the DNS records that verify them. */
import type { Item, Output } from '../common/answers.ts';
import { ActButton, ActForm, Field } from '../common/forms.tsx';
import { Ago, CopyButton, Show, SureButton, useRead } from '../common/parts.tsx';
import { ask, toExact } from '../common/workspace.ts';
import { onCompany, t } from './say.ts';

type Domains = Output<'campaign-list-domains'>;
type Domain = Item<'campaign-list-domains'>;
type DnsRecord = Domain['records'][number];

const CLASSES = {
  ...{ verified: 'tag good', lost: 'tag bad', pending: 'tag' },
  ...{ found: 'tag good', missing: 'tag bad', differs: 'tag bad', unknown: 'tag caution', unchecked: 'tag' },
} as const;

export function SendingDomains({ mayChange }: { mayChange: boolean }) {
  const reading = useRead('/api/sending-domains');
  const add = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    await ask('POST', '/api/sending-domains', { domain: String(form.get('domain')).trim() });
    element.reset();
    reading.reload();
  };
  return (
    <section>
      <h2 id="domains">{onCompany('domains')}</h2>
      <p class="note">{onCompany('domainsNote')}</p>
      <Show loaded={reading}>
        {(domains) => (
          <>
            <Sender domains={domains} />
            {domains.items.map((domain) => (
              <DomainCard
                key={domain.domain_id}
                domain={domain}
                isAvailable={domains.available}
                mayChange={mayChange}
                onChanged={reading.reload}
              />
            ))}
            {mayChange && domains.available && (
              <ActForm label={onCompany('addDomain')} act={add}>
                <Field
                  label={onCompany('domainToAdd')}
                  name="domain"
                  placeholder="news.example.co.jp"
                  autocapitalize="none"
                  maxLength={300}
                  required
                />
              </ActForm>
            )}
          </>
        )}
      </Show>
    </section>
  );
}

function Sender({ domains: { unavailable_because, sender, items } }: { domains: Domains }) {
  const { from, address, is_own } = sender;
  const unused = items.find(
    ({ domain, status }) => status === 'verified' && !address?.toLowerCase().endsWith(`@${domain}`),
  );
  const isFallback = !is_own && address !== null && unavailable_because === null;
  return (
    <>
      {unavailable_because !== null && <p>{onCompany(`obstacle_${unavailable_because}`)}</p>}
      <p class={isFallback ? 'warning' : undefined}>
        {onCompany(isFallback ? 'fallback' : 'fromNow', { from, address: address ?? '' })}
      </p>
      {!is_own && unused && unavailable_because === null && <p>{onCompany('useDomain', { domain: unused.domain })}</p>}
    </>
  );
}

interface CardProps {
  domain: Domain;
  isAvailable: boolean;
  mayChange: boolean;
  onChanged: () => void;
}

function DomainCard({ domain, isAvailable, mayChange, onChanged }: CardProps) {
  const { domain_id, domain: name, status, records, taken, lost_at, checked_at } = domain;
  const path = `/api/sending-domains/${domain_id}` as const;
  return (
    <article class="domain">
      <h3>
        {name} <span class={CLASSES[status]}>{onCompany(`domain_${status}`)}</span>
      </h3>
      {status === 'lost' && lost_at !== null && <p>{onCompany('domainLost', { time: toExact(lost_at) })}</p>}
      {taken && <p>{onCompany('domainTaken')}</p>}
      {records.map((record) => (
        <RecordRow key={record.purpose} record={record} />
      ))}
      <p class="note">
        {checked_at !== null && (
          <>
            {onCompany('checked')}: <Ago at={checked_at} />
          </>
        )}
      </p>
      <p class="actions">
        {isAvailable && (
          <ActButton
            label={onCompany('checkNow')}
            act={async () => {
              await ask('POST', `${path}/check`);
              onChanged();
            }}
          />
        )}
        {mayChange && (
          <SureButton
            label={t('remove')}
            question={onCompany('removeDomainSure', { domain: name })}
            isDanger
            act={async () => {
              await ask('DELETE', path);
              onChanged();
            }}
          />
        )}
      </p>
    </article>
  );
}

function RecordRow({ record: { purpose, type, name, value, required, status, found } }: { record: DnsRecord }) {
  return (
    <details open={status !== 'found'}>
      <summary>
        {onCompany(`purpose_${purpose}`)}{' '}
        <span class={required || status === 'found' ? CLASSES[status] : 'tag caution'}>
          {onCompany(`record_${status}`)}
        </span>{' '}
        {!required && <span class="note">{onCompany('recommended')}</span>}
      </summary>
      <dl class="record">
        <dt>{onCompany('recordType')}</dt>
        <dd>{type}</dd>
        <dt>{onCompany('recordName')}</dt>
        <dd>
          <code>{name}</code> <CopyButton text={name} />
        </dd>
        <dt>{onCompany('recordValue')}</dt>
        <dd>
          <code>{value}</code> <CopyButton text={value} />
        </dd>
        {status === 'differs' && (
          <>
            <dt>{onCompany('recordFound')}</dt>
            {found.map((text) => (
              <dd key={text}>
                <code>{text}</code>
              </dd>
            ))}
          </>
        )}
      </dl>
    </details>
  );
}
