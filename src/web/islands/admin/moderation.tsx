/** Moderation of contributed fixes, which are not shown anywhere else before an operator has read them. */
import type { Item } from '../common/answers.ts';
import { PageList, usePages } from '../common/pages.tsx';
import { Ago, Choice, SureButton } from '../common/parts.tsx';
import { useChoice } from '../common/query.ts';
import { ask, sayKind } from '../common/workspace.ts';
import { t } from './facts.ts';

type Fix = Item<'admin-fixes'>;

const STATES = ['pending', 'published', 'rejected'] as const;

export function Moderation() {
  const [state, setState] = useChoice('status', STATES, 'pending');
  const paging = usePages('/admin/fixes', { status: state });
  return (
    <>
      <Choice
        label={t('state')}
        value={state}
        choices={STATES.map((name) => [name, t(name)] as const)}
        onChange={setState}
      />
      <p class="note">{t('contributed')}</p>
      <PageList paging={paging} empty={t('noFixes')}>
        {(fixes) => (
          <ul class="rows">
            {fixes.map((fix) => (
              <FixRow key={fix.fixId} fix={fix} onChange={paging.reload} />
            ))}
          </ul>
        )}
      </PageList>
    </>
  );
}

function FixRow({ fix, onChange }: { fix: Fix; onChange: () => void }) {
  const { fixId, title, error_description: error, fix_description: text, status, flags, contributed_by: by } = fix;
  const decide = async (what: 'accept' | 'reject'): Promise<void> => {
    await ask('POST', `/admin/fixes/${encodeURIComponent(fixId)}/${what}`, {});
    onChange();
  };
  return (
    <li>
      <h2>{title}</h2>
      <p class="note">
        {by} · {sayKind('origin', fix.origin)} · <Ago at={fix.createdAt} />{' '}
        {flags.map((flag) => (
          <span key={flag} class="tag caution">
            {flag}
          </span>
        ))}
      </p>
      <p class="quoted">{error}</p>
      <p class="quoted">{text}</p>
      <p class="actions">
        {status !== 'published' && <SureButton label={t('accept')} act={() => decide('accept')} />}
        {status !== 'rejected' && <SureButton label={t('reject')} isDanger act={() => decide('reject')} />}
      </p>
    </li>
  );
}
