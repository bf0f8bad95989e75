/** Import of contacts from a file: looked at first, then done. */
import { useState } from 'preact/hooks';
import { ActButton, ActForm, Field, Select } from '../../common/forms.tsx';
import { CardTable } from '../../common/parts.tsx';
import { ask, sayKind } from '../../common/workspace.ts';
import { onContacts } from '../say.ts';
import { BasisChoice } from './fields.tsx';
import type { ImportAnswer } from './types.ts';

const FIELDS = [
  'name',
  'email',
  'email_kind',
  'outlet',
  'role',
  'phone',
  'url',
  'topics',
  'tags',
  'notes',
  'prefecture',
  'time_zone',
  'country',
  'language',
  'consent_basis',
  'consent_source_url',
  'consent_at',
  'consent_evidence',
] as const;

interface ImportChoice {
  csv: string;
  consent_basis: string;
  duplicates: string;
  tags: string[];
  mapping?: Record<string, string | null>;
}

export function ContactImport({ onImported }: { onImported: () => void }) {
  const [chosen, setChosen] = useState<ImportChoice>();
  const [answer, setAnswer] = useState<ImportAnswer>();
  const look = async (next: ImportChoice): Promise<void> => {
    setChosen(next);
    setAnswer(await ask('POST', '/api/contacts/import', { ...next, preview: true }));
  };
  const open = async (form: FormData): Promise<void> => {
    const file = form.get('file');
    const tag = String(form.get('tag')).trim();
    await look({
      csv: file instanceof File ? await readText(file) : '',
      consent_basis: String(form.get('consent_basis')),
      duplicates: String(form.get('duplicates')),
      tags: tag === '' ? [] : [tag],
    });
  };
  const run = async (): Promise<void> => {
    setAnswer(await ask('POST', '/api/contacts/import', { ...chosen, preview: false }));
    onImported();
  };
  return (
    <>
      <ActForm label={onContacts('look')} act={open} note={onContacts('importNote')}>
        <Field label={onContacts('file')} name="file" type="file" accept=".csv,text/csv" required />
        <BasisChoice value="business_card" />
        <Select
          label={onContacts('known')}
          name="duplicates"
          choices={[
            ['skip', onContacts('keepKnown')],
            ['update', onContacts('updateKnown')],
          ]}
        />
        <Field label={onContacts('importTag')} name="tag" maxLength={100} />
      </ActForm>
      {answer && chosen && (
        <section>
          <p role="status">
            <strong>{onContacts(answer.preview ? 'would' : 'did', countsOf(answer))}</strong>
          </p>
          {answer.preview && <Columns answer={answer} onMap={(mapping) => look({ ...chosen, mapping })} />}
          <Rows answer={answer} />
          {answer.preview && answer.added + answer.updated > 0 && (
            <p class="actions">
              <ActButton label={onContacts('importNow', { count: answer.added + answer.updated })} act={run} isMain />
            </p>
          )}
        </section>
      )}
    </>
  );
}

const countsOf = ({ added, updated, skipped, faulty, full }: ImportAnswer) => ({
  added,
  updated,
  skipped,
  faulty: faulty + full,
});

/** Spreadsheets in Japan and China also save in their old encodings. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ['utf-8', 'shift_jis', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding may fit.
    }
  }
  return new TextDecoder().decode(bytes);
}

interface ColumnsProps {
  answer: ImportAnswer;
  onMap: (mapping: Record<string, string | null>) => Promise<void>;
}

function Columns({ answer: { columns }, onMap }: ColumnsProps) {
  const map = async (form: FormData): Promise<void> =>
    await onMap(Object.fromEntries(columns.map(({ name }, at) => [name, String(form.get(`column${at}`)) || null])));
  return (
    <ActForm label={onContacts('map')} act={map}>
      {columns.map(({ name, field, samples }, at) => (
        <label key={`${at}${name}`}>
          <span>{[name, samples[0]].filter(Boolean).join(': ')}</span>
          <select name={`column${at}`}>
            <option value="">{onContacts('ignore')}</option>
            {FIELDS.map((one) => (
              <option key={one} value={one} selected={one === field}>
                {sayKind('field', one)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </ActForm>
  );
}

const SHOWN = 20;

function Rows({ answer: { rows } }: { answer: ImportAnswer }) {
  return (
    <CardTable heads={[onContacts('row'), onContacts('name'), onContacts('email'), onContacts('result')]}>
      {rows.slice(0, SHOWN).map(({ row, name, email, outcome, faults }) => (
        <tr key={row}>
          <td data-label={onContacts('row')}>{row}</td>
          <td data-label={onContacts('name')}>{name}</td>
          <td data-label={onContacts('email')}>{email}</td>
          <td data-label={onContacts('result')}>
            <span class={`tag ${outcome === 'faulty' || outcome === 'full' ? 'caution' : 'good'}`}>
              {sayKind('outcome', outcome)}
            </span>{' '}
            {faults.map((fault) => sayKind('fault', fault)).join(', ')}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
