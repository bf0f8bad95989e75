/** Approval of a campaign by a second member: requested, given or declined. */
import { useState } from 'preact/hooks';
import { ActForm } from '../../common/forms.tsx';
import { Ago, Failure, Loading, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { Approval } from './types.ts';

/** Shown where the company asks for approval, or somebody has requested it. */
export function ApprovalSection({ id }: { id: number }) {
  const path = `/api/campaigns/${id}/approval` as const;
  const reading = useRead(path);
  const [changed, setChanged] = useState<Approval>();
  const approval = changed ?? reading.data;
  if (!approval)
    return reading.error === undefined ? <Loading /> : <Failure error={reading.error} retry={reading.reload} />;
  const { required, state, may_decide, approvers } = approval;
  if (!required && state === 'none') return null;
  const isOpen = state === 'requested';
  const request = async (form: FormData): Promise<void> => {
    setChanged(await ask('POST', `${path}/request`, { note: String(form.get('note')) }));
  };
  return (
    <section>
      <h2>{onCampaigns('approval')}</h2>
      <ApprovalStatus approval={approval} />
      {state !== 'approved' && (
        <p class="note">
          {approvers.length === 0
            ? onCampaigns('noApprover')
            : onCampaigns('approvers', { members: approvers.join(', ') })}
        </p>
      )}
      {may_decide && <DecisionForm id={id} onDecided={setChanged} />}
      {!isOpen && state !== 'approved' && approvers.length > 0 && (
        <ActForm label={onCampaigns('requestApproval')} act={request}>
          <NoteField />
        </ActForm>
      )}
    </section>
  );
}

function ApprovalStatus({ approval }: { approval: Approval }) {
  const { state, requested_by, requested_at, request_note, decided_by, decided_at, decision_note } = approval;
  const isDecided = state === 'approved' || state === 'declined';
  const note = isDecided ? decision_note : state === 'requested' ? request_note : null;
  return (
    <div role="status">
      <p>
        {onCampaigns(`approval_${state}`, { member: (isDecided ? decided_by : requested_by) ?? '' })}{' '}
        {(isDecided || state === 'requested') && <Ago at={isDecided ? decided_at : requested_at} />}
      </p>
      {note && <blockquote class="approval-note">{note}</blockquote>}
    </div>
  );
}

const NoteField = () => (
  <label class="whole">
    <span>{onCampaigns('approvalNote')}</span>
    <textarea name="note" rows={2} maxLength={2_000} />
  </label>
);

function DecisionForm({ id, onDecided }: { id: number; onDecided: (approval: Approval) => void }) {
  const { isBusy, error, run } = useAction();
  const decide = (event: SubmitEvent): void => {
    const { submitter } = event;
    const decision = submitter instanceof HTMLButtonElement ? submitter.value : '';
    takeForm((form) =>
      run(async () => {
        const note = String(form.get('note'));
        onDecided(await ask('POST', `/api/campaigns/${id}/approval/decide`, { decision, note }));
      }),
    )(event);
  };
  return (
    <form class="filters" onSubmit={decide}>
      <NoteField />
      <button type="submit" value="approve" disabled={isBusy}>
        {onCampaigns('approve')}
      </button>
      <button class="second" type="submit" value="decline" disabled={isBusy}>
        {onCampaigns('decline')}
      </button>
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}
