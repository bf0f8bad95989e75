/** The fields of a contact as they are typed in. */
import { Field, Select } from '../../common/forms.tsx';
import { sayKind } from '../../common/workspace.ts';
import { onContacts } from '../say.ts';
import type { OpenContact } from './types.ts';

const BASES = ['none', 'published_address', 'business_card', 'relationship', 'consent'] as const;

export function BasisChoice({ value }: { value?: string }) {
  return (
    <Select
      label={onContacts('basis')}
      name="consent_basis"
      value={value}
      choices={BASES.map((basis) => [basis, sayKind('basis', basis)] as const)}
    />
  );
}

/** Members who aren't admins see the address of a person masked, which is no address. */
function EmailField({ email }: { email: string }) {
  const facts = { label: onContacts('email'), name: 'email', defaultValue: email, maxLength: 254 };
  return email.includes('***') ? <Field {...facts} type="text" /> : <Field {...facts} type="email" />;
}

export function ContactFields({ contact }: { contact?: OpenContact }) {
  return (
    <>
      <Field label={onContacts('name')} name="name" defaultValue={contact?.name} maxLength={300} required />
      <EmailField email={contact?.email ?? ''} />
      <Field label={onContacts('outlet')} name="outlet" defaultValue={contact?.outlet ?? ''} maxLength={300} />
      <Field label={onContacts('role')} name="role" defaultValue={contact?.role ?? ''} maxLength={200} />
      <Field label={onContacts('phone')} name="phone" type="tel" defaultValue={contact?.phone ?? ''} maxLength={100} />
      <Field label={onContacts('tagsField')} name="tags" defaultValue={contact?.tags.join(', ')} maxLength={1_000} />
      <Field
        label={onContacts('timeZone')}
        name="time_zone"
        defaultValue={contact?.time_zone ?? ''}
        placeholder="Europe/London"
        maxLength={100}
      />
      <BasisChoice value={contact?.consent_basis ?? 'none'} />
      <label class="whole">
        <span>{onContacts('notes')}</span>
        <textarea name="notes" rows={3} maxLength={5_000} defaultValue={contact?.notes ?? ''} />
      </label>
    </>
  );
}

const listWords = (text: string): string[] => text.split(/[,、，;]/).flatMap((word) => word.trim() || []);

/** An empty line stands for no value. */
export function readForm(form: FormData) {
  const line = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
  return {
    name: line('name') ?? '',
    email: line('email'),
    outlet: line('outlet'),
    role: line('role'),
    phone: line('phone'),
    notes: line('notes'),
    time_zone: line('time_zone'),
    tags: listWords(line('tags') ?? ''),
    consent_basis: line('consent_basis') ?? 'none',
  };
}
