/** Email settings. */
import { useState } from 'preact/hooks';
import type { Output } from '../../common/answers.ts';
import { Ago, Failure, Show, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { ask, sayKind } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { FIELDS } from './fields.ts';
import { MailSwitch } from './figures.tsx';
import { n } from './words.ts';

type SettingsRecord = Omit<Output<'admin-settings'>, 'send_window'>;

const twoDigits = (count: number): string => String(count).padStart(2, '0');

export function Settings() {
  const reading = useRead('/admin/settings');
  return (
    <Show loaded={reading}>
      {({ send_window: { from, to }, ...settings }) => (
        <>
          <MailSwitch isPaused={settings.paused} onChange={reading.reload} />
          {settings.paused_reason && <p class="note">{n('pausedBy', { reason: settings.paused_reason })}</p>}
          <SettingsForm key={settings.updated_at} settings={settings} onSaved={reading.reload} />
          <p class="note">
            {settings.outreach_enabled
              ? t('pair', { name: n('window'), value: n('windowText', { from, to }) })
              : n('noOutreach')}
          </p>
          {settings.updated_by !== null && (
            <p class="note">
              {n('changedBy', { who: settings.updated_by })} <Ago at={settings.updated_at} />
            </p>
          )}
        </>
      )}
    </Show>
  );
}

function SettingsForm({ settings, onSaved }: { settings: SettingsRecord; onSaved: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const { isBusy, error, run } = useAction();
  const { daily_limit, schedule, categories } = settings;
  const start = `${twoDigits(schedule.hour)}:${twoDigits(schedule.minute)}`;
  const save = takeForm((form) => {
    const limit = Number(form.get('limit'));
    const time = String(form.get('time'));
    const wanted = form.getAll('categories').map(String);
    run(async () => {
      if (limit !== daily_limit) await ask('PUT', '/admin/settings/daily-limit', { limit });
      if (time !== start) {
        const [hour, minute] = time.split(':').map(Number);
        await ask('PUT', '/admin/settings/schedule', { hour, minute });
      }
      if (wanted.join() !== categories.join()) await ask('PUT', '/admin/settings/categories', { categories: wanted });
      setSaved(true);
      onSaved();
    });
  });
  return (
    <form onSubmit={save} onInput={() => setSaved(false)}>
      <label for="limit">{n('dailyLimit')}</label>
      <input
        id="limit"
        name="limit"
        class="short"
        type="number"
        min={0}
        max={100_000}
        defaultValue={String(daily_limit)}
        required
      />
      <label for="time">
        {n('starts')} ({schedule.timezone})
      </label>
      <input id="time" name="time" class="short" type="time" defaultValue={start} required />
      <fieldset>
        <legend>{n('targetCategories')}</legend>
        <div class="fields-chosen">
          {FIELDS.map((key) => (
            <label key={key} class="choice">
              <input type="checkbox" name="categories" value={key} defaultChecked={categories.includes(key)} />
              {sayKind('field', key)}
            </label>
          ))}
        </div>
      </fieldset>
      <p class="actions">
        <button class="short" type="submit" disabled={isBusy}>
          {t('save')}
        </button>
        <span class="note" role="status">
          {isSaved && t('saved')}
        </span>
      </p>
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}
