/** A company's own journalists: found, tagged, put on lists, imported and exported. */
import { useState } from 'preact/hooks';
import { Back } from '../../common/back.tsx';
import { ActForm, Field, FilterForm, Select } from '../../common/forms.tsx';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { AgoCell, CardTable, type Reading, Show, SureButton, useRead } from '../../common/parts.tsx';
import { ask, sayKind, toCount, withQuery } from '../../common/workspace.ts';
import { ListTray } from '../media-lists.tsx';
import { onContacts, t } from '../say.ts';
import { ContactFields, readForm } from './fields.tsx';
import { ContactImport } from './import.tsx';
import type { ContactPage, ContactRow, OpenContact } from './types.ts';

const PAGE = 50;

export function ContactList() {
  const query = new URLSearchParams(location.search);
  const [q, tag, page] = [query.get('q') ?? '', query.get('tag') ?? '', Number(query.get('page') ?? 1)];
  const reading = useRead(withQuery('/api/contacts', { q, tag, page, per_page: PAGE }));
  return (
    <>
      <p class="note">{onContacts('about')}</p>
      <Show loaded={reading}>
        {(found) => (
          <>
            <FilterForm label={onContacts('find')}>
              <Field label={onContacts('search')} name="q" type="search" defaultValue={q} maxLength={200} />
              <Select
                label={onContacts('tag')}
                name="tag"
                value={tag}
                choices={found.tags.map((one) => [one.tag, `${one.tag} (${toCount(one.count)})`] as const)}
                isNarrow
                hasAll
              />
            </FilterForm>
            <ContactRows found={found} isFiltered={q !== '' || tag !== ''} />
            <NumberedPages path="/app/contacts" filters={{ q, tag }} page={page} pages={found.pages} />
            {tag !== '' && <SegmentForm tag={tag} />}
            {found.total > 0 && (
              <p class="actions">
                <a
                  class="button second short"
                  href={withQuery('/api/contacts/export', { tag })}
                  download="contacts.csv"
                >
                  {onContacts('csv')}
                </a>
              </p>
            )}
          </>
        )}
      </Show>
      <h2>{onContacts('add')}</h2>
      <NewContact reading={reading} />
      <h2>{onContacts('import')}</h2>
      <ContactImport onImported={reading.reload} />
    </>
  );
}

function ContactRows({ found: { items, total }, isFiltered }: { found: ContactPage; isFiltered: boolean }) {
  const lists = useRead('/api/media/lists');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  if (items.length === 0) return <p>{onContacts(isFiltered ? 'noContacts' : 'firstContact')}</p>;
  const choose = (id: number, isChosen: boolean): void =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <>
      <p class="note">{onContacts('found', { count: total })}</p>
      <CardTable
        heads={['', onContacts('name'), onContacts('email'), onContacts('tags'), onContacts('lastEmail')]}
        kind="media"
      >
        {items.map((contact) => (
          <Row
            key={contact.contact_id}
            contact={contact}
            isChosen={chosen.has(contact.contact_id)}
            onChoose={(isChosen) => choose(contact.contact_id, isChosen)}
          />
        ))}
      </CardTable>
      <ListTray lists={lists} chosen={chosen} onAdded={() => setChosen(new Set())} />
    </>
  );
}

interface RowProps {
  contact: ContactRow;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Row({ contact, isChosen, onChoose }: RowProps) {
  const { contact_id, name, outlet, role, email, tags, suppressed, deliverable, last_contacted_at } = contact;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={onContacts('choose', { name })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <a href={`/app/contacts?id=${contact_id}`}>{name}</a>
        <p class="note">{[outlet, role].filter(Boolean).join(' · ')}</p>
      </th>
      <td data-label={onContacts('email')}>
        {email}{' '}
        <span class={`tag ${deliverable ? 'good' : ''}`}>
          {onContacts(suppressed ? 'suppressed' : deliverable ? 'mayWrite' : 'mayNotWrite')}
        </span>
      </td>
      <td data-label={onContacts('tags')}>{tags.join(', ')}</td>
      <AgoCell at={last_contacted_at} of={onContacts('lastEmail')} />
    </tr>
  );
}

/** All contacts with a tag become the recipients of a new list. */
function SegmentForm({ tag }: { tag: string }) {
  const [made, setMade] = useState<{ id: number; count: number }>();
  const create = async (form: FormData): Promise<void> => {
    const { list_id: id } = await ask('POST', '/api/media/lists', { name: String(form.get('list')).trim() });
    const { added } = await ask('POST', `/api/media/lists/${id}/items`, { media_ids: [], tag });
    setMade({ id, count: added });
  };
  return (
    <>
      <ActForm label={onContacts('makeList')} act={create}>
        <Field label={onContacts('listOf', { tag })} name="list" defaultValue={tag} maxLength={200} required />
      </ActForm>
      {made && (
        <p class="actions" role="status">
          {onContacts('listed', { count: made.count })}
          <a class="button short" href={`/app/campaigns?list=${made.id}`}>
            {onContacts('toCampaign')}
          </a>
        </p>
      )}
    </>
  );
}

function NewContact({ reading }: { reading: Reading<ContactPage> }) {
  const create = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    await ask('POST', '/api/contacts', readForm(form));
    element.reset();
    reading.reload();
  };
  return (
    <ActForm label={onContacts('saveContact')} act={create}>
      <ContactFields />
    </ActForm>
  );
}

export function Contact({ id }: { id: number }) {
  const path = `/api/contacts/${id}` as const;
  const reading = useRead(path);
  const remove = async (): Promise<void> => {
    await ask('DELETE', path);
    location.assign('/app/contacts');
  };
  return (
    <Show loaded={reading}>
      {(contact) => (
        <>
          <Back href="/app/contacts" list={t('contacts')} title={contact.name} />
          <h2>{contact.name}</h2>
          <ContactEditor contact={contact} onSaved={reading.reload} />
          <h2>{onContacts('history')}</h2>
          <History contact={contact} />
          <div class="actions quiet">
            <SureButton label={onContacts('delete')} question={onContacts('deleteSure')} isDanger act={remove} />
          </div>
        </>
      )}
    </Show>
  );
}

function ContactEditor({ contact, onSaved }: { contact: OpenContact; onSaved: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const save = async (form: FormData): Promise<void> => {
    setSaved(false);
    const { email, ...changes } = readForm(form);
    // A masked address is not written back.
    await ask('PUT', `/api/contacts/${contact.contact_id}`, email === contact.email ? changes : { ...changes, email });
    setSaved(true);
    onSaved();
  };
  return (
    <ActForm label={onContacts('saveContact')} act={save} isMain>
      <ContactFields contact={contact} />
      {isSaved && (
        <p class="note whole" role="status">
          {onContacts('savedContact')}
        </p>
      )}
    </ActForm>
  );
}

const MOMENTS = ['opened', 'clicked', 'replied', 'placed', 'bounced', 'unsubscribed'] as const;

function History({ contact: { emails } }: { contact: OpenContact }) {
  if (emails.length === 0) return <p class="note">{onContacts('noHistory')}</p>;
  return (
    <CardTable heads={[onContacts('campaign'), onContacts('sent'), onContacts('result')]}>
      {emails.map((mail) => (
        <tr key={mail.email_id}>
          <th scope="row">
            <a href={`/app/campaigns?id=${mail.campaign_id}`}>{mail.campaign_name}</a>
            <p class="note">{mail.subject}</p>
          </th>
          <AgoCell at={mail.sent_at} of={onContacts('sent')} />
          <td data-label={onContacts('result')}>
            {MOMENTS.filter((moment) => mail[`${moment}_at`] !== null)
              .map((moment) => sayKind('moment', moment))
              .join(', ') || onContacts('nothingYet')}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
