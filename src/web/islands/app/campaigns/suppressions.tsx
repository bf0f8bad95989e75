/** The company's suppression list. */
import { useState } from 'preact/hooks';
import { AddressForm } from '../../common/forms.tsx';
import { Show, useRead } from '../../common/parts.tsx';
import { SuppressionTable } from '../../common/suppressions.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';

const PATH = '/api/suppressions';
const ADDRESS_CHARS_MAX = 320;

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
  const add = async (email: string): Promise<void> => {
    await ask('POST', PATH, { email });
    reading.reload();
  };
  const lift = async (id: number): Promise<void> => {
    await ask('DELETE', `${PATH}/${id}`);
    reading.reload();
  };
  return (
    <>
      <AddressForm
        field={onCampaigns('suppressAddress')}
        label={onCampaigns('suppress')}
        act={add}
        charsMax={ADDRESS_CHARS_MAX}
      />
      <Show loaded={reading}>
        {({ items }) => (items.length === 0 ? <p>{t('none')}</p> : <SuppressionTable rows={items} lift={lift} />)}
      </Show>
    </>
  );
}
