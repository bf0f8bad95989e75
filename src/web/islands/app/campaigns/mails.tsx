/** The emails of a campaign, each with a preview, and an editor while it is a draft. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CardTable, Loading, Show, useRead } from '../../common/parts.tsx';
import { toCount, withQuery } from '../../common/workspace.ts';
import { useLeaveGuard } from '../leave-guard.ts';
import { onCampaigns, t } from '../say.ts';
import { AfterSending } from './after-sending.tsx';
import { Letter } from './letter.tsx';
import { type MailDraft, MailEditor, TestButton } from './mail-editor.tsx';
import { LintList, MailTag } from './states.tsx';
import type { Campaign, Mail, Preview } from './types.ts';

const PAGE = 50;

interface MailsProps {
  id: number;
  counts: Campaign['counts'];
  /** A mail has changed, so the campaign may have. */
  onChange: () => void;
}

export function Mails({ id, counts, onChange }: MailsProps) {
  const query = new URLSearchParams(location.search);
  const [nth, setNth] = useState(Math.max(1, Number(query.get('mail') ?? 1)));
  const [drafts, setDrafts] = useState<ReadonlyMap<number, MailDraft>>(new Map());
  useLeaveGuard(drafts.size > 0);
  const page = Math.ceil(nth / PAGE);
  const path = `/api/campaigns/${id}/preview` as const;
  const reading = useRead(withQuery(path, { page, per_page: PAGE }));
  const open = useRead(withQuery(path, { page: nth, per_page: 1 }));
  const states = JSON.stringify(counts);
  const seen = useRef(states);
  useEffect(() => {
    if (seen.current === states) return;
    seen.current = states;
    reading.reload();
    open.reload();
  }, [states]);
  const goTo = (next: number): void => {
    query.set('mail', String(next));
    history.replaceState(null, '', `?${query}`);
    setNth(next);
  };
  const keepDraft = (mailId: number, draft: MailDraft | undefined): void => {
    const next = new Map(drafts);
    if (draft) next.set(mailId, draft);
    else next.delete(mailId);
    setDrafts(next);
  };
  const reload = (): void => {
    reading.reload();
    open.reload();
    onChange();
  };
  return (
    <section>
      <h2>{onCampaigns('mails')}</h2>
      <Show loaded={open}>
        {(preview) =>
          // Nothing is done to the mail before while the next one is on its way.
          preview.page === nth ? (
            <OpenMail preview={preview} nth={nth} drafts={drafts} onDraft={keepDraft} goTo={goTo} onChange={reload} />
          ) : (
            <Loading />
          )
        }
      </Show>
      <Show loaded={reading}>
        {({ emails }) => <MailTable mails={emails} first={(page - 1) * PAGE + 1} nth={nth} goTo={goTo} />}
      </Show>
    </section>
  );
}

interface TableProps {
  mails: readonly Mail[];
  /** Number of the first of them. */
  first: number;
  nth: number;
  goTo: (nth: number) => void;
}

function MailTable({ mails, first, nth, goTo }: TableProps) {
  if (mails.length < 2) return null;
  return (
    <CardTable heads={[onCampaigns('to'), onCampaigns('subject'), t('state')]}>
      {mails.map(({ email_id: id, media_name, to, subject, status, edited, lint }, at) => (
        <tr key={id} class={first + at === nth ? 'current' : undefined}>
          <th scope="row">
            <button class="plain" type="button" onClick={() => goTo(first + at)}>
              {media_name || to}
            </button>
            <p class="note">{to}</p>
          </th>
          <td>{subject}</td>
          <td>
            <MailTag status={status} /> {edited && <span class="tag">{onCampaigns('edited')}</span>}
            <LintList lints={lint} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

interface OpenProps {
  preview: Preview;
  nth: number;
  drafts: ReadonlyMap<number, MailDraft>;
  onDraft: (mailId: number, draft: MailDraft | undefined) => void;
  goTo: (nth: number) => void;
  onChange: () => void;
}

function OpenMail({ preview, nth, drafts, onDraft, goTo, onChange }: OpenProps) {
  const { emails, rendered, total, campaign } = preview;
  const [mail] = emails;
  if (!mail) return null;
  return (
    <>
      <div class="actions turning">
        <button class="second short" type="button" disabled={nth <= 1} onClick={() => goTo(nth - 1)}>
          {onCampaigns('previous')}
        </button>
        <span class="note">{onCampaigns('nth', { n: toCount(nth), total: toCount(total) })}</span>
        <button class="second short" type="button" disabled={nth >= total} onClick={() => goTo(nth + 1)}>
          {onCampaigns('next')}
        </button>
        <MailTag status={mail.status} />
      </div>
      <div class="editor">
        <div>
          {campaign.status === 'draft' ? (
            <MailEditor
              key={`${mail.email_id} ${mail.version}`}
              campaignId={campaign.campaign_id}
              mail={mail}
              draft={drafts.get(mail.email_id)}
              onDraft={(draft) => onDraft(mail.email_id, draft)}
              onSaved={onChange}
            />
          ) : (
            <AfterSending key={mail.email_id} campaignId={campaign.campaign_id} mail={mail} onChange={onChange} />
          )}
        </div>
        <aside>
          {rendered && <Letter mail={rendered} />}
          {campaign.status === 'draft' && <TestButton campaignId={campaign.campaign_id} mailId={mail.email_id} />}
        </aside>
      </div>
    </>
  );
}
