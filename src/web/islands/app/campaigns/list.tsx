/** List of the company's campaigns, and the form for a new one. */
import { ActForm, Field, Select } from '../../common/forms.tsx';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { AgoCell, CardTable, Show, useRead } from '../../common/parts.tsx';
import { ask, toCount, withQuery } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';
import { StatesLine, StatusTag } from './states.tsx';
import { Suppressions } from './suppressions.tsx';
import type { Campaign } from './types.ts';

const PAGE = 30;
const CHOICES_MAX = 100;

export function CampaignList() {
  const page = Number(new URLSearchParams(location.search).get('page') ?? 1);
  const reading = useRead(withQuery('/api/campaigns', { page, per_page: PAGE }));
  return (
    <>
      <NewCampaign />
      <Show loaded={reading}>
        {({ items, pages }) => (
          <>
            {items.length === 0 ? <p>{onCampaigns('noCampaigns')}</p> : <CampaignTable campaigns={items} />}
            <NumberedPages path="/app/campaigns" filters={{}} page={page} pages={pages} />
          </>
        )}
      </Show>
      <Suppressions />
    </>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <CardTable heads={[onCampaigns('campaign'), t('state'), onCampaigns('mails'), t('date')]}>
      {campaigns.map((campaign) => (
        <tr key={campaign.campaign_id}>
          <th scope="row">
            <a href={`/app/campaigns?id=${campaign.campaign_id}`}>{campaign.name || t('untitled')}</a>
          </th>
          <td>
            <StatusTag campaign={campaign} />
          </td>
          <td>
            <StatesLine campaign={campaign} />
          </td>
          <AgoCell at={campaign.started_at ?? campaign.created_at} />
        </tr>
      ))}
    </CardTable>
  );
}

function NewCampaign() {
  const query = new URLSearchParams(location.search);
  const releases = useRead(`/api/press-release?per_page=${CHOICES_MAX}`);
  const lists = useRead('/api/media/lists');
  const make = async (form: FormData): Promise<void> => {
    const made = await ask('POST', '/api/campaigns', {
      press_release_id: Number(form.get('release')),
      media_list_id: Number(form.get('list')),
      media_list_ids: form.getAll('further').map(Number),
      name: String(form.get('name')).trim(),
    });
    location.assign(`/app/campaigns?id=${made.campaign_id}`);
  };
  return (
    <Show loaded={releases}>
      {({ items: written }) => (
        <Show loaded={lists}>
          {({ items: known }) => {
            if (written.length === 0) return <FirstStep word="needRelease" href="/app/releases?id=new" />;
            if (known.length === 0) return <FirstStep word="needList" href="/app/media" />;
            return (
              <ActForm label={onCampaigns('make')} act={make} isMain>
                <p class="note whole">{onCampaigns('makeNote')}</p>
                <Select
                  label={onCampaigns('release')}
                  name="release"
                  value={query.get('release')}
                  choices={written.map(({ press_release_id: id, title }) => [id, title || t('untitled')] as const)}
                />
                <Select
                  label={onCampaigns('list')}
                  name="list"
                  value={query.get('list')}
                  choices={known.map(
                    ({ list_id: id, name, deliverable_count: count }) => [id, `${name} (${toCount(count)})`] as const,
                  )}
                />
                {known.length > 1 && <FurtherLists lists={known} />}
                <Field label={onCampaigns('name')} name="name" maxLength={200} required />
              </ActForm>
            );
          }}
        </Show>
      )}
    </Show>
  );
}

/** The list that is chosen above counts once. */
function FurtherLists({ lists }: { lists: readonly { list_id: number; name: string }[] }) {
  return (
    <details class="whole">
      <summary>{onCampaigns('furtherLists')}</summary>
      {lists.map(({ list_id: id, name }) => (
        <label key={id} class="choice">
          <input name="further" type="checkbox" value={id} />
          <span>{name}</span>
        </label>
      ))}
    </details>
  );
}

function FirstStep({ word, href }: { word: 'needRelease' | 'needList'; href: string }) {
  return (
    <p class="actions">
      {onCampaigns(word)}
      <a class="button short" href={href}>
        {word === 'needRelease' ? t('newRelease') : onCampaigns('chooseMedia')}
      </a>
    </p>
  );
}
