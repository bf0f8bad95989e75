/** Text field for one line that shows its whole text on narrow screens too. */

interface LineProps {
  id: string;
  value: string;
  charsMax: number;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

export function LineField({ id, value, charsMax, isRequired = false, isDisabled = false, onChange }: LineProps) {
  return (
    <textarea
      id={id}
      class="line"
      rows={1}
      value={value}
      maxLength={charsMax}
      required={isRequired}
      disabled={isDisabled}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
      }}
      onInput={({ currentTarget }) => onChange(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
    />
  );
}
