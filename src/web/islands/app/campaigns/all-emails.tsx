/** Changes all drafts of a campaign: by a template with fields, or one piece of text in each. */
import { useState } from 'preact/hooks';
import { ActForm, Field } from '../../common/forms.tsx';
import { Failure, Show, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { ask, toCount } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { RewrittenEmail, Template } from './types.ts';

interface AllEmailsProps {
  id: number;
  /** The texts of drafts have changed. */
  onChange: () => void;
}

export function AllEmails({ id, onChange }: AllEmailsProps) {
  const reading = useRead(`/api/campaigns/${id}/template`);
  return (
    <details>
      <summary>{onCampaigns('allEmails')}</summary>
      <Show loaded={reading}>{(template) => <TemplateForm id={id} template={template} onChange={onChange} />}</Show>
      <ReplaceForm id={id} onChange={onChange} />
    </details>
  );
}

function TemplateForm({ id, template, onChange }: AllEmailsProps & { template: Template }) {
  const [shown, setShown] = useState<readonly RewrittenEmail[]>([]);
  const [said, setSaid] = useState('');
  const { isBusy, error, run } = useAction();
  const send = (form: FormData, preview: boolean): void =>
    run(async () => {
      const answer = await ask('PUT', `/api/campaigns/${id}/template`, {
        subject: String(form.get('subject')),
        body: String(form.get('body')),
        include_edited: form.get('edited') === 'on',
        preview,
      });
      setShown(preview ? answer.emails : []);
      setSaid(describe(preview, answer.changed, answer.kept));
      if (!preview) onChange();
    });
  const look = ({ form }: HTMLButtonElement): void => {
    if (form?.reportValidity()) send(new FormData(form), true);
  };
  return (
    <form onSubmit={takeForm((form) => send(form, false))}>
      <p class="note">
        {onCampaigns('templateNote', { fields: template.fields.map((one) => `{{${one}}}`).join(' ') })}
      </p>
      <label for="template-subject">{onCampaigns('subject')}</label>
      <input id="template-subject" name="subject" defaultValue={template.subject} maxLength={2_000} required />
      <label for="template-body">{onCampaigns('body')}</label>
      <textarea id="template-body" name="body" class="prose" rows={8} maxLength={20_000} required>
        {template.body}
      </textarea>
      <label class="choice">
        <input name="edited" type="checkbox" />
        <span>{onCampaigns('includeEdited')}</span>
      </label>
      <p class="actions">
        <button
          class="second short"
          type="button"
          disabled={isBusy}
          onClick={({ currentTarget }) => look(currentTarget)}
        >
          {onCampaigns('asReader')}
        </button>
        <button class="short" type="submit" disabled={isBusy}>
          {onCampaigns('applyAll')}
        </button>
        <span class="note" role="status">
          {said}
        </span>
      </p>
      {error !== undefined && <Failure error={error} />}
      {shown.map(({ email_id, media_name, subject, body, empty_fields }) => (
        <details key={email_id}>
          <summary>
            {media_name}: {subject}
          </summary>
          {empty_fields.length > 0 && (
            <p class="note">
              {onCampaigns('emptyFields', { fields: empty_fields.map((one) => `{{${one}}}`).join(' ') })}
            </p>
          )}
          <pre class="prose">{body}</pre>
        </details>
      ))}
    </form>
  );
}

const describe = (preview: boolean, changed: number, kept: number): string =>
  onCampaigns(preview ? 'wouldChange' : 'haveChanged', { changed: toCount(changed), kept: toCount(kept) });

function ReplaceForm({ id, onChange }: AllEmailsProps) {
  const [said, setSaid] = useState('');
  const replace = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    const body = { find: String(form.get('find')), replace: String(form.get('replace')) };
    const { changed } = await ask('POST', `/api/campaigns/${id}/emails/replace`, body);
    setSaid(describe(false, changed, 0));
    element.reset();
    onChange();
  };
  return (
    <>
      <ActForm label={onCampaigns('replaceAll')} act={replace}>
        <Field label={onCampaigns('find')} name="find" maxLength={1_000} required />
        <Field label={onCampaigns('replaceWith')} name="replace" maxLength={10_000} />
      </ActForm>
      <p class="note" role="status">
        {said}
      </p>
    </>
  );
}
