/** A campaign that is open: where it stands, its mails, and what came of them. */
import { useState } from 'preact/hooks';
import { Back } from '../../common/back.tsx';
import { ActForm, Select } from '../../common/forms.tsx';
import { usePoll } from '../../common/job.tsx';
import { Failure, Loading, Show, useRead } from '../../common/parts.tsx';
import { ask, toCount } from '../../common/workspace.ts';
import { CoverageSection } from '../coverage.tsx';
import { onCampaigns, t } from '../say.ts';
import { AllEmails } from './all-emails.tsx';
import { ApprovalSection } from './approval.tsx';
import { Mails } from './mails.tsx';
import { SendForm } from './send-form.tsx';
import { Progress, SendingActions } from './sending.tsx';
import { isUnderWay, LintList, StatesLine, StatusTag } from './states.tsx';
import { SubjectTestSection } from './subject-test.tsx';
import { TrackingView } from './tracking.tsx';
import type { Campaign as CampaignDetails } from './types.ts';

export function Campaign({ id }: { id: number }) {
  const path = `/api/campaigns/${id}` as const;
  const poll = usePoll(path, (campaign) => isUnderWay(campaign) || campaign.status === 'scheduled');
  const campaign = poll.data;
  const [revision, setRevision] = useState(0);
  /** Of single emails: an approval is for none but those that were seen. */
  const [edits, setEdits] = useState(0);
  const hasSent = (campaign?.counts.sent ?? 0) > 0;
  // Asked again whenever another mail has gone.
  const tracking = useRead(hasSent ? `${path}/tracking?sent=${campaign?.counts.sent}` : null);
  const subjects = useRead(`${path}/subject-test?sent=${campaign?.counts.sent}&edits=${edits}`);
  const noteEdit = (): void => {
    setEdits(edits + 1);
    poll.poke();
  };
  if (!campaign) {
    return poll.error === undefined ? <Loading /> : <Failure error={poll.error} retry={poll.poke} />;
  }
  const { opens, clicks } = tracking.data ?? {};
  const reached = opens &&
    clicks && {
      opened: opens.unique_human + opens.unique_unknown,
      clicked: clicks.unique_human + clicks.unique_unknown,
    };
  return (
    <>
      <Headline campaign={campaign} />
      <StatesLine campaign={campaign} reached={reached} />
      {campaign.simulated && <p class="note">{onCampaigns('simulated')}</p>}
      <Progress campaign={campaign} />
      <SendingActions campaign={campaign} onChange={poll.poke} />
      {poll.error !== undefined && <Failure error={poll.error} retry={poll.poke} />}
      {hasSent && <Show loaded={tracking}>{(found) => <TrackingView tracking={found} />}</Show>}
      {hasSent && <CoverageSection key={`coverage ${edits}`} releaseId={campaign.press_release_id} />}
      {campaign.status === 'sent' && hasSent && <FollowUp id={id} />}
      {['draft', 'scheduled', 'missed', 'paused'].includes(campaign.status) && (
        <ApprovalSection key={`approval ${revision} ${edits}`} id={id} />
      )}
      {(campaign.status === 'draft' || campaign.status === 'missed') && (
        <BeforeSending campaign={campaign} onChange={poll.poke} />
      )}
      {subjects.data && (
        <SubjectTestSection id={id} test={subjects.data} isDraft={campaign.status === 'draft'} onChange={noteEdit} />
      )}
      {campaign.status === 'draft' && campaign.counts.draft > 0 && (
        <AllEmails
          id={id}
          onChange={() => {
            setRevision(revision + 1);
            poll.poke();
          }}
        />
      )}
      {campaign.counts.total > 0 && (
        <Mails key={`mails ${revision}`} id={id} counts={campaign.counts} onChange={noteEdit} />
      )}
    </>
  );
}

function Headline({ campaign }: { campaign: CampaignDetails }) {
  const lists = useRead('/api/media/lists');
  return (
    <>
      <Back href="/app/campaigns" list={t('campaigns')} title={campaign.name || t('untitled')} />
      <h2 class="headline">
        {campaign.name || t('untitled')} <StatusTag campaign={campaign} />
      </h2>
      <p class="links">
        <a href={`/app/releases?id=${campaign.press_release_id}`}>{onCampaigns('release')}</a>
        {campaign.media_list_ids.map((list) => (
          <a key={list} href={`/app/media?list=${list}`}>
            {lists.data?.items.find(({ list_id }) => list_id === list)?.name ?? onCampaigns('list')}
          </a>
        ))}
        {campaign.follow_up_of !== null && (
          <a href={`/app/campaigns?id=${campaign.follow_up_of}`}>{onCampaigns('followUpOf')}</a>
        )}
      </p>
    </>
  );
}

function FollowUp({ id }: { id: number }) {
  const make = async (form: FormData): Promise<void> => {
    const made = await ask('POST', `/api/campaigns/${id}/follow-up`, { to: String(form.get('to')) });
    location.assign(`/app/campaigns?id=${made.campaign_id}`);
  };
  return (
    <section>
      <h2>{onCampaigns('followUp')}</h2>
      <ActForm label={onCampaigns('followUp')} act={make}>
        <p class="note whole">{onCampaigns('followUpNote')}</p>
        <Select
          label={onCampaigns('followUpTo')}
          name="to"
          value="not_replied"
          choices={[
            ['not_replied', onCampaigns('to_not_replied')],
            ['not_opened', onCampaigns('to_not_opened')],
          ]}
        />
      </ActForm>
    </section>
  );
}

function BeforeSending({ campaign, onChange }: { campaign: CampaignDetails; onChange: () => void }) {
  const reading = useRead(`/api/campaigns/${campaign.campaign_id}/preview?per_page=1`);
  return (
    <section>
      <h2>{onCampaigns('checks')}</h2>
      <Show loaded={reading}>
        {({ warnings, daily: { remaining, limit } }) => (
          <>
            {warnings.length === 0 ? <p>{onCampaigns('allGood')}</p> : <LintList lints={warnings} />}
            <p class="note">{onCampaigns('left', { remaining: toCount(remaining), limit: toCount(limit) })}</p>
          </>
        )}
      </Show>
      <ExclusionNote campaign={campaign} />
      <SendForm campaign={campaign} onChange={onChange} />
    </section>
  );
}

/** Recipients on the list who get no email, by reason. */
function ExclusionNote({ campaign: { excluded } }: { campaign: CampaignDetails }) {
  if (excluded.length === 0) return null;
  const reasons = [...new Set(excluded.map(({ reason }) => reason))];
  const parts = reasons.map((reason) => {
    const count = toCount(excluded.filter((one) => one.reason === reason).length);
    return t('countOf', { count, name: onCampaigns(`not_${reason}`) });
  });
  return <p class="note">{onCampaigns('excludedTitle', { text: parts.join(t('comma')) })}</p>;
}
