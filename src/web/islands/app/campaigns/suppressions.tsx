/** Whom the company writes to no more: looked at, added, allowed again. */
import { useState } from 'preact/hooks';
import { Failure, Show, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { SuppressionTable } from '../../common/suppressions.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';

const PATH = '/api/suppressions';

export function Suppressions() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{onCampaigns('suppressions')}</summary>
      {isOpen && <OpenSuppressions />}
    </details>
  );
}

function OpenSuppressions() {
  const reading = useRead(PATH);
  const { isBusy, error, run } = useAction();
  const add = takeForm((form, element) => {
    run(async () => {
      await ask('POST', PATH, { email: String(form.get('email')).trim() });
      element.reset();
      reading.reload();
    });
  });
  const lift = async (id: number): Promise<void> => {
    await ask('DELETE', `${PATH}/${id}`);
    reading.reload();
  };
  return (
    <>
      <form class="filters" onSubmit={add}>
        <label>
          <span>{onCampaigns('suppressAddress')}</span>
          <input name="email" type="email" maxLength={320} required />
        </label>
        <button class="second" type="submit" disabled={isBusy}>
          {onCampaigns('suppress')}
        </button>
        {error !== undefined && <Failure error={error} />}
      </form>
      <Show loaded={reading}>
        {({ items }) => (items.length === 0 ? <p>{t('none')}</p> : <SuppressionTable rows={items} lift={lift} />)}
      </Show>
    </>
  );
}
