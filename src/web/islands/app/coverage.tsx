/** Coverage of a release: suggestions to decide on, confirmed articles, and a form to add one. */
import { ActButton, ActForm, Field } from '../common/forms.tsx';
import { PageList, type Paging, usePages } from '../common/pages.tsx';
import { CardTable, SureButton } from '../common/parts.tsx';
import { ask, toDay } from '../common/workspace.ts';
import { onCoverage } from './say.ts';
import type { Coverage } from './types.ts';

export function CoverageSection({ releaseId }: { releaseId: number }) {
  const path = `/api/press-release/${releaseId}/coverage` as const;
  const suggested = usePages(path, { state: 'suggested' });
  const confirmed = usePages(path, { state: 'confirmed' });
  const reload = (): void => {
    suggested.reload();
    confirmed.reload();
  };
  const list = { releaseId, onChange: reload };
  return (
    <section id="coverage">
      <h2>{onCoverage('coverage')}</h2>
      <p class="note">{onCoverage('coverageNote')}</p>
      {suggested.items.length > 0 && (
        <>
          <h3>{onCoverage('suggestions')}</h3>
          <CoverageList {...list} paging={suggested} />
        </>
      )}
      <CoverageList {...list} paging={confirmed} />
      <AddForm path={path} onAdded={reload} />
    </section>
  );
}

interface ListProps {
  releaseId: number;
  paging: Paging<Coverage>;
  onChange: () => void;
}

function CoverageList({ releaseId, paging, onChange }: ListProps) {
  const heads = [onCoverage('article'), onCoverage('outlet'), onCoverage('publishedOn'), onCoverage('act')];
  return (
    <PageList paging={paging} empty={onCoverage('noCoverage')}>
      {(items) => (
        <CardTable heads={heads}>
          {items.map((item) => (
            <tr key={item.coverage_id}>
              <th scope="row">
                <a href={item.url} rel="noopener noreferrer" target="_blank">
                  {item.title || item.url}
                </a>
                {item.note && <p class="note">{item.note}</p>}
              </th>
              <td data-label={onCoverage('outlet')}>{item.outlet}</td>
              <td data-label={onCoverage('publishedOn')}>{item.published_on && toDay(item.published_on)}</td>
              <td>
                <Decisions releaseId={releaseId} item={item} onChange={onChange} />
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </PageList>
  );
}

function Decisions({ releaseId, item, onChange }: Omit<ListProps, 'paging'> & { item: Coverage }) {
  const path = `/api/press-release/${releaseId}/coverage/${item.coverage_id}` as const;
  const decide = (state: Coverage['state']) => async (): Promise<void> => {
    await ask('PUT', path, { state });
    onChange();
  };
  const remove = async (): Promise<void> => {
    await ask('DELETE', path);
    onChange();
  };
  return (
    <div class="actions">
      {item.state === 'suggested' && <ActButton label={onCoverage('confirm')} act={decide('confirmed')} />}
      {item.origin === 'found' && <ActButton label={onCoverage('dismiss')} act={decide('dismissed')} />}
      {item.origin === 'noted' && (
        <SureButton
          label={onCoverage('deleteCoverage')}
          question={onCoverage('deleteCoverageSure')}
          isDanger
          act={remove}
        />
      )}
    </div>
  );
}

const LINE_MAX = 500;

function AddForm({ path, onAdded }: { path: `/api/press-release/${number}/coverage`; onAdded: () => void }) {
  const add = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    const given = [...form].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)] as const]));
    await ask('POST', path, Object.fromEntries(given));
    element.reset();
    onAdded();
  };
  return (
    <ActForm label={onCoverage('addCoverage')} act={add}>
      <Field label={onCoverage('url')} name="url" type="url" maxLength={1_000} placeholder="https://" required />
      <Field label={onCoverage('titleOf')} name="title" maxLength={LINE_MAX} />
      <Field label={onCoverage('outlet')} name="outlet" maxLength={LINE_MAX} isNarrow />
      <Field label={onCoverage('publishedOn')} name="published_on" type="date" isNarrow />
      <Field label={onCoverage('note')} name="note" maxLength={2_000} />
    </ActForm>
  );
}
