/** Forms of private pages, and their fields. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { Failure, takeForm, useAction } from './parts.tsx';
import { say } from './workspace.ts';

interface FilterProps {
  /** What goes along unseen. */
  hidden?: Readonly<Record<string, string | undefined>>;
  label?: string;
  children: ComponentChildren;
}

/** Filters of a list, kept in the address: the browser requests the page again. */
export function FilterForm({ hidden = {}, label = say('filter'), children }: FilterProps) {
  return (
    <form class="filters" method="get">
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <button class="second" type="submit">
        {label}
      </button>
    </form>
  );
}

interface ActProps {
  label: string;
  act: (form: FormData, element: HTMLFormElement) => Promise<void>;
  /** What the page is for, not one of its side ways. */
  isMain?: boolean;
  children: ComponentChildren;
  /** Below the button. */
  note?: string;
}

/** Does something with what is entered; it rests meanwhile, and says what went wrong. */
export function ActForm({ label, act, isMain = false, children, note }: ActProps) {
  const { isBusy, error, run } = useAction();
  return (
    <form class="filters" onSubmit={takeForm((form, element) => run(() => act(form, element)))}>
      {children}
      <button class={isMain ? undefined : 'second'} type="submit" disabled={isBusy}>
        {label}
      </button>
      {note && <p class="note whole">{note}</p>}
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}

/** Does something with an address, and is empty afterwards. */
export function AddressForm({
  field,
  label,
  act,
  charsMax = 254,
}: {
  field: string;
  label: string;
  act: (email: string) => Promise<void>;
  charsMax?: number;
}) {
  const send = async (form: FormData, element: HTMLFormElement): Promise<void> => {
    await act(String(form.get('email')).trim());
    element.reset();
  };
  return (
    <ActForm label={label} act={send}>
      <Field label={field} name="email" type="email" maxLength={charsMax} required />
    </ActForm>
  );
}

/** A line to type in under its name. */
export function Field({
  label,
  isNarrow = false,
  ...input
}: ComponentProps<'input'> & { label: string; isNarrow?: boolean }) {
  return (
    <label class={isNarrow ? 'narrow' : undefined}>
      <span>{label}</span>
      <input {...input} />
    </label>
  );
}

interface SelectProps {
  label: string;
  name: string;
  value?: string | null | undefined;
  choices: readonly (readonly [value: string | number, text: ComponentChildren])[];
  isNarrow?: boolean;
  /** Also none of them. */
  hasAll?: boolean;
}

export function Select({ label, name, value, choices, isNarrow = false, hasAll = false }: SelectProps) {
  return (
    <label class={isNarrow ? 'narrow' : undefined}>
      <span>{label}</span>
      <select name={name}>
        {hasAll && <option value="">{say('all')}</option>}
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice} selected={String(choice) === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ButtonProps {
  label: string;
  act: () => Promise<void>;
  isMain?: boolean;
}

/** Does something at once. */
export function ActButton({ label, act, isMain = false }: ButtonProps) {
  const { isBusy, error, run } = useAction();
  return (
    <>
      <button class={isMain ? 'short' : 'second short'} type="button" disabled={isBusy} onClick={() => run(act)}>
        {label}
      </button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
