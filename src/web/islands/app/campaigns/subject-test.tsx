/** A test of two subjects: planned, running or decided. */
import { ActButton, ActForm, Field, Select } from '../../common/forms.tsx';
import { Ago, AmountCell, CardTable, SureButton } from '../../common/parts.tsx';
import { ask, toCount, toPercent, toRelative } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { SubjectTest } from './types.ts';

interface TestProps {
  id: number;
  test: SubjectTest;
  isDraft: boolean;
  onChange: () => void;
}

export function SubjectTestSection({ id, test, isDraft, onChange }: TestProps) {
  if (test.state === 'none') return isDraft ? <PlanForm id={id} onChange={onChange} /> : null;
  const choose = (winner: 'a' | 'b') => async (): Promise<void> => {
    await ask('POST', `/api/campaigns/${id}/subject-test/winner`, { winner });
    onChange();
  };
  const remove = async (): Promise<void> => {
    await ask('PUT', `/api/campaigns/${id}/subject-test`, { subject: null });
    onChange();
  };
  return (
    <section>
      <h2>{onCampaigns('subjectTest')}</h2>
      <Results test={test} />
      <p role="status">
        {onCampaigns(`test_${test.state}`, { count: test.waiting })}{' '}
        {test.state === 'running' && test.automatic && test.decides_at && (
          <>{onCampaigns('decidesAt', { at: toRelative(test.decides_at) })} </>
        )}
        {test.state === 'decided' && <Ago at={test.decided_at} />}
      </p>
      <p class="actions">
        {isDraft && <ActButton label={onCampaigns('removeTest')} act={remove} />}
        {test.state === 'running' &&
          (['a', 'b'] as const).map((key) => (
            <SureButton key={key} label={onCampaigns('chooseWinner', { key: key.toUpperCase() })} act={choose(key)} />
          ))}
      </p>
    </section>
  );
}

function Results({ test: { subjects, winner } }: { test: SubjectTest }) {
  const [sent, opens, clicks] = [onCampaigns('is_sent'), onCampaigns('openRate'), onCampaigns('clickRate')];
  return (
    <CardTable heads={[onCampaigns('subject'), sent, opens, clicks]}>
      {subjects.map((one) => (
        <tr key={one.key}>
          <th scope="row">
            {one.key.toUpperCase()}: {one.subject}{' '}
            {one.key === winner && <span class="tag good">{onCampaigns('winner')}</span>}
          </th>
          <AmountCell of={sent}>{toCount(one.sent)}</AmountCell>
          <AmountCell of={opens}>{toPercent(one.open_rate)}</AmountCell>
          <AmountCell of={clicks}>{toPercent(one.click_rate)}</AmountCell>
        </tr>
      ))}
    </CardTable>
  );
}

function PlanForm({ id, onChange }: { id: number; onChange: () => void }) {
  const plan = async (form: FormData): Promise<void> => {
    await ask('PUT', `/api/campaigns/${id}/subject-test`, {
      subject: String(form.get('subject')),
      share: Number(form.get('share')),
      metric: String(form.get('metric')),
      wait_minutes: Math.round(Number(form.get('hours')) * 60),
      automatic: form.get('automatic') === 'on',
    });
    onChange();
  };
  return (
    <details>
      <summary>{onCampaigns('subjectTest')}</summary>
      <ActForm label={onCampaigns('planTest')} act={plan}>
        <p class="note whole">{onCampaigns('subjectNote')}</p>
        <Field label={onCampaigns('otherSubject')} name="subject" maxLength={300} required />
        <Field
          label={onCampaigns('share')}
          name="share"
          type="number"
          min={5}
          max={50}
          defaultValue="20"
          required
          isNarrow
        />
        <Select
          label={onCampaigns('metric')}
          name="metric"
          choices={[
            ['opens', onCampaigns('opens')],
            ['clicks', onCampaigns('clicks')],
          ]}
        />
        <Field
          label={onCampaigns('waitHours')}
          name="hours"
          type="number"
          min={0.25}
          max={168}
          step={0.25}
          defaultValue="4"
          required
          isNarrow
        />
        <label class="choice">
          <input name="automatic" type="checkbox" defaultChecked />
          <span>{onCampaigns('automatic')}</span>
        </label>
      </ActForm>
    </details>
  );
}
