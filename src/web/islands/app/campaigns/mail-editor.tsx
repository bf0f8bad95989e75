/** Editor for one email of a draft: address, subject and text. */
import { useState } from 'preact/hooks';
import { LineField } from '../../common/line-field.tsx';
import { Failure, takeForm, useAction } from '../../common/parts.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';
import { LintList } from './states.tsx';
import type { Mail } from './types.ts';

const FIELDS = ['to', 'subject', 'body'] as const;
export type MailDraft = Readonly<Record<(typeof FIELDS)[number], string>>;

const ADDRESS_CHARS_MAX = 320;
const SUBJECT_CHARS_MAX = 2_000;

interface EditorProps {
  campaignId: number;
  mail: Mail;
  /** What was typed and not saved, kept while other mails are looked at. */
  draft: MailDraft | undefined;
  onDraft: (draft: MailDraft | undefined) => void;
  onSaved: () => void;
}

export function MailEditor({ campaignId, mail, draft, onDraft, onSaved }: EditorProps) {
  const { email_id: id, version, status, lint } = mail;
  const { isBusy, error, run } = useAction();
  const { to, subject, body } = draft ?? mail;
  const change = (changes: object): void =>
    run(async () => {
      await ask('PUT', `/api/campaigns/${campaignId}/emails/${id}`, { ...changes, version });
      onDraft(undefined);
      onSaved();
    });
  const set = (name: keyof MailDraft, value: string): void => {
    const next = { to, subject, body, [name]: value };
    onDraft(FIELDS.every((field) => next[field] === mail[field]) ? undefined : next);
  };
  const save = takeForm(() => {
    const changed = FIELDS.filter((name) => draft && draft[name] !== mail[name]);
    // What is left alone keeps its own HTML.
    change(Object.fromEntries(changed.map((name) => [name, draft?.[name]])));
  });
  const isSkipped = status === 'skipped';
  return (
    <form onSubmit={save}>
      <label for="to">{onCampaigns('to')}</label>
      <input
        id="to"
        type="email"
        value={to}
        maxLength={ADDRESS_CHARS_MAX}
        disabled={isSkipped}
        required
        onInput={({ currentTarget }) => set('to', currentTarget.value)}
      />
      <label for="subject">{onCampaigns('subject')}</label>
      <LineField
        id="subject"
        value={subject}
        charsMax={SUBJECT_CHARS_MAX}
        isDisabled={isSkipped}
        onChange={(value) => set('subject', value)}
      />
      <label for="body">{onCampaigns('body')}</label>
      <textarea
        id="body"
        class="prose"
        rows={16}
        value={body}
        disabled={isSkipped}
        onInput={({ currentTarget }) => set('body', currentTarget.value)}
      />
      <LintList lints={lint} />
      <p class="actions">
        {!isSkipped && (
          <button class="short" type="submit" disabled={isBusy || !draft}>
            {t('save')}
          </button>
        )}
        <button class="second short" type="button" disabled={isBusy} onClick={() => change({ skip: !isSkipped })}>
          {onCampaigns(isSkipped ? 'take' : 'skip')}
        </button>
        <span class="note" role="status">
          {draft && onCampaigns('unsaved')}
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
      const path = `/api/campaigns/${campaignId}/test` as const;
      const { to, transport } = await ask('POST', path, { email_id: mailId });
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
