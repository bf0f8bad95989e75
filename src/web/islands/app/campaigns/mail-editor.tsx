/** One mail of a draft: its address, subject and text. */
import { useState } from 'preact/hooks';
import { Failure, takeForm, useAction } from '../../common/parts.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';
import { LintList } from './states.tsx';
import type { Mail } from './types.ts';

interface EditorProps {
  campaignId: number;
  mail: Mail;
  onSaved: () => void;
}

const FIELDS = ['to', 'subject', 'body'] as const;

export function MailEditor({ campaignId, mail, onSaved }: EditorProps) {
  const { email_id: id, version, status, lint } = mail;
  const [isChanged, setChanged] = useState(false);
  const { isBusy, error, run } = useAction();
  const change = (changes: object): void =>
    run(async () => {
      await ask<Mail>('PUT', `/api/campaigns/${campaignId}/emails/${id}`, { ...changes, version });
      onSaved();
    });
  const save = takeForm((form) => {
    const changed = FIELDS.filter((name) => String(form.get(name)) !== mail[name]);
    // What is left alone keeps its own HTML.
    change(Object.fromEntries(changed.map((name) => [name, String(form.get(name))])));
  });
  const isSkipped = status === 'skipped';
  return (
    <form onSubmit={save} onInput={() => setChanged(true)}>
      <label for="to">{onCampaigns('to')}</label>
      <input id="to" name="to" type="email" defaultValue={mail.to} maxLength={320} disabled={isSkipped} required />
      <label for="subject">{onCampaigns('subject')}</label>
      <input id="subject" name="subject" defaultValue={mail.subject} maxLength={2_000} disabled={isSkipped} />
      <label for="body">{onCampaigns('body')}</label>
      <textarea id="body" class="prose" name="body" rows={16} defaultValue={mail.body} disabled={isSkipped} />
      <LintList lints={lint} />
      <p class="actions">
        {!isSkipped && (
          <button class="short" type="submit" disabled={isBusy || !isChanged}>
            {t('save')}
          </button>
        )}
        <button class="second short" type="button" disabled={isBusy} onClick={() => change({ skip: !isSkipped })}>
          {onCampaigns(isSkipped ? 'take' : 'skip')}
        </button>
        <span class="note" role="status">
          {isChanged && onCampaigns('unsaved')}
        </span>
      </p>
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}

export function TestButton({ campaignId, mailId }: { campaignId: number; mailId: number }) {
  const [said, setSaid] = useState('');
  const { isBusy, error, run } = useAction();
  const send = (): void =>
    run(async () => {
      const path = `/api/campaigns/${campaignId}/test`;
      const { to, transport } = await ask<{ to: string; transport: string }>('POST', path, { email_id: mailId });
      setSaid(onCampaigns(transport === 'outbox' ? 'testFiled' : 'testSent', { to }));
    });
  return (
    <p class="actions">
      <button class="second short" type="button" disabled={isBusy} onClick={send}>
        {onCampaigns('test')}
      </button>
      <span class="note" role="status">
        {said}
      </span>
      {error !== undefined && <Failure error={error} />}
    </p>
  );
}
