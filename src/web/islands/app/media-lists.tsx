/** Lists of media: made, filled, looked at, exported. */
import { useState } from 'preact/hooks';
import { Failure, type Reading, Show, SureButton, takeForm, useAction, useRead } from '../common/parts.tsx';
import { ask, toCount, withQuery } from '../common/workspace.ts';
import { MediaTable } from './media-table.tsx';
import type { MediaList, Medium } from './media-types.ts';
import { onMedia } from './say.ts';

interface PanelProps {
  lists: Reading<{ items: MediaList[] }>;
  chosen: ReadonlySet<number>;
  /** What media were recommended for. */
  releaseId?: number;
  onAdded: () => void;
}

/** Puts what is chosen on a list, which may be a new one. */
export function ListPanel({ lists, chosen, releaseId, onAdded }: PanelProps) {
  const [said, setSaid] = useState('');
  const [filled, setFilled] = useState<number>();
  const { isBusy, error, run } = useAction();
  const add = takeForm((form, element) => {
    run(async () => {
      const name = String(form.get('name')).trim();
      const made = name === '' ? null : await ask<MediaList>('POST', '/api/media/lists', { name });
      const id = made?.list_id ?? Number(form.get('list'));
      const ids = [...chosen];
      const { added } = await ask<{ added: number }>('POST', `/api/media/lists/${id}/items`, { media_ids: ids });
      setSaid(onMedia('added', { count: added }));
      setFilled(id);
      element.reset();
      onAdded();
      lists.reload();
    });
  });
  return (
    <section>
      <h2>{onMedia('lists')}</h2>
      <Show loaded={lists}>
        {({ items }) => (
          <>
            {items.length === 0 ? <p>{onMedia('noLists')}</p> : <ListLinks lists={items} />}
            <form class="filters" onSubmit={add}>
              {items.length > 0 && (
                <label>
                  <span>{onMedia('list')}</span>
                  <select name="list">
                    {items.map(({ list_id, name }) => (
                      <option key={list_id} value={list_id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <label>
                <span>{onMedia('newList')}</span>
                <input name="name" maxLength={200} required={items.length === 0} />
              </label>
              <button type="submit" disabled={isBusy || chosen.size === 0}>
                {onMedia('addTo')}
              </button>
              <span class="note" role="status">
                {chosen.size > 0 ? onMedia('chosen', { count: toCount(chosen.size) }) : said}
              </span>
              {filled !== undefined && (
                <a class="button second" href={withQuery('/app/campaigns', { list: filled, release: releaseId })}>
                  {onMedia('toCampaign')}
                </a>
              )}
            </form>
          </>
        )}
      </Show>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

function ListLinks({ lists }: { lists: readonly MediaList[] }) {
  return (
    <ul>
      {lists.map(({ list_id, name, item_count, deliverable_count }) => (
        <li key={list_id}>
          <a href={`/app/media?list=${list_id}`}>{name}</a>{' '}
          <span class="note">
            {onMedia('onList', { count: toCount(item_count), deliverable: toCount(deliverable_count) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function OpenList({ id }: { id: string }) {
  const path = `/api/media/lists/${encodeURIComponent(id)}`;
  const reading = useRead<MediaList & { items: Medium[] }>(path);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (mediaId: number): void => {
    const next = new Set(chosen);
    if (!next.delete(mediaId)) next.add(mediaId);
    setChosen(next);
  };
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
          <h2>{name}</h2>
          <p class="note">
            {onMedia('onList', { count: toCount(item_count), deliverable: toCount(deliverable_count) })}
          </p>
          <MediaTable rows={items.map((medium) => ({ medium }))} chosen={chosen} onToggle={toggle} />
          <div class="actions">
            <a class="button short" href={`/app/campaigns?list=${id}`}>
              {onMedia('toCampaign')}
            </a>
            {chosen.size > 0 && <SureButton label={onMedia('takeOff')} act={takeOff} />}
            <ExportButton listId={Number(id)} name={name} />
            <SureButton label={onMedia('deleteList')} act={remove} />
          </div>
        </>
      )}
    </Show>
  );
}

/** Asked for by POST: the browser saves what comes. */
function ExportButton({ listId, name }: { listId: number; name: string }) {
  const { isBusy, error, run } = useAction();
  const save = (): void =>
    run(async () => {
      const body = JSON.stringify({ list_id: listId });
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch('/api/media/export-csv', { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(String(reply.status));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await reply.blob());
      link.download = `${name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  return (
    <>
      <button class="second short" type="button" disabled={isBusy} onClick={save}>
        {onMedia('csv')}
      </button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
