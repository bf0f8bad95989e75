/** A key that was just made, shown this once. */
import { ShownOnce } from '../common/parts.tsx';
import { t } from './facts.ts';

export function NewSecret({ secret }: { secret: string }) {
  return (
    <ShownOnce secret={secret} note={t('onlyNow')}>
      <h2>{t('newKey')}</h2>
    </ShownOnce>
  );
}
