/** Lists of media: made, filled, looked at, exported. */
import { useState } from 'preact/hooks';
import { Back } from '../common/back.tsx';
import { ActButton, Field, Select } from '../common/forms.tsx';
import { Failure, type Reading, Show, SureButton, takeForm, useAction, useRead } from '../common/parts.tsx';
import { ApiError, ask, withQuery } from '../common/workspace.ts';
import { MediaTable } from './media-table.tsx';
import type { MediaList } from './media-types.ts';
import { onMedia, t } from './say.ts';

interface TrayProps {
  lists: Reading<{ items: MediaList[] }>;
  chosen: ReadonlySet<number>;
  /** What media were recommended for. */
  releaseId?: number;
  onAdded: () => void;
}

/** Chosen media on their way to a list, which may be a new one: in sight as long as something is chosen. */
export function ListTray({ lists, chosen, releaseId, onAdded }: TrayProps) {
  const [said, setSaid] = useState('');
  const [filled, setFilled] = useState<number>();
  const { isBusy, error, run } = useAction();
  const known = lists.data?.items ?? [];
  const add = takeForm((form, element) => {
    run(async () => {
      const name = String(form.get('name')).trim();
      const made = name === '' ? null : await ask('POST', '/api/media/lists', { name });
      const id = made?.list_id ?? Number(form.get('list'));
      const ids = [...chosen];
      const { added } = await ask('POST', `/api/media/lists/${id}/items`, { media_ids: ids });
      setSaid(onMedia('added', { count: added }));
      setFilled(id);
      element.reset();
      onAdded();
      lists.reload();
    });
  });
  if (chosen.size === 0 && filled === undefined) return null;
  return (
    <form class="filters tray" onSubmit={add}>
      <span class="whole" role="status">
        <strong>{chosen.size > 0 ? onMedia('chosen', { count: chosen.size }) : said}</strong>
      </span>
      {chosen.size > 0 && (
        <>
          {known.length > 0 && (
            <Select
              label={onMedia('list')}
              name="list"
              choices={known.map(({ list_id, name }) => [list_id, name] as const)}
            />
          )}
          <Field label={onMedia('newList')} name="name" maxLength={200} required={known.length === 0} />
          <button type="submit" disabled={isBusy}>
            {onMedia('addTo')}
          </button>
        </>
      )}
      {chosen.size === 0 && filled !== undefined && (
        <a class="button" href={withQuery('/app/campaigns', { list: filled, release: releaseId })}>
          {onMedia('toCampaign')}
        </a>
      )}
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}

export function Lists({ lists }: { lists: Reading<{ items: MediaList[] }> }) {
  return (
    <section>
      <h2>{onMedia('lists')}</h2>
      <Show loaded={lists}>
        {({ items }) => (items.length === 0 ? <p class="note">{onMedia('noLists')}</p> : <ListLinks lists={items} />)}
      </Show>
    </section>
  );
}

function ListLinks({ lists }: { lists: readonly MediaList[] }) {
  return (
    <ul class="counts">
      {lists.map(({ list_id, name, item_count, deliverable_count }) => (
        <li key={list_id}>
          <a href={`/app/media?list=${list_id}`}>{name}</a>{' '}
          <span class="note">{onMedia('onList', { count: item_count, deliverable: deliverable_count })}</span>
        </li>
      ))}
    </ul>
  );
}

export function OpenList({ id }: { id: string }) {
  const path = `/api/media/lists/${encodeURIComponent(id)}` as const;
  const reading = useRead(path);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const takeOff = async (): Promise<void> => {
    await ask('DELETE', `${path}/items`, { media_ids: [...chosen] });
    setChosen(new Set());
    reading.reload();
  };
  const remove = async (): Promise<void> => {
    await ask('DELETE', path);
    location.assign('/app/media');
  };
  return (
    <Show loaded={reading}>
      {({ name, items, item_count, deliverable_count }) => (
        <>
          <Back href="/app/media" list={t('media')} title={name} />
          <h2>{name}</h2>
          <p class="note">{onMedia('onList', { count: item_count, deliverable: deliverable_count })}</p>
          <div class="actions">
            <a class="button short" href={`/app/campaigns?list=${id}`}>
              {onMedia('toCampaign')}
            </a>
            <ExportButton listId={Number(id)} name={name} />
          </div>
          {items.length === 0 ? (
            <p class="actions">
              {onMedia('emptyList')}
              <a class="button second short" href="/app/media">
                {onMedia('find')}
              </a>
            </p>
          ) : (
            <MediaTable rows={items.map((medium) => ({ medium }))} chosen={chosen} onChoose={setChosen} />
          )}
          <div class="actions quiet">
            {chosen.size > 0 && <SureButton label={onMedia('takeOff')} act={takeOff} />}
            <SureButton label={onMedia('deleteList')} question={onMedia('deleteListSure')} isDanger act={remove} />
          </div>
        </>
      )}
    </Show>
  );
}

/** Asked for by POST: the browser saves what comes. */
function ExportButton({ listId, name }: { listId: number; name: string }) {
  const save = async (): Promise<void> => {
    const body = JSON.stringify({ list_id: listId });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch('/api/media/export-csv', { method: 'POST', headers, body });
    if (!reply.ok) {
      const requestId = reply.headers.get('x-request-id') ?? '';
      throw new ApiError(String(reply.status), { status: reply.status, code: '', requestId, reasons: [] });
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await reply.blob());
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return <ActButton label={onMedia('csv')} act={save} />;
}
