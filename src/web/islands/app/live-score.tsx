/** Live score of a text, or its progress. */
import { Failure } from '../common/parts.tsx';
import { QualityView } from './quality.tsx';
import { t } from './say.ts';
import type { LiveScore as Score } from './use-score.ts';

export function LiveScore({ score: { quality, error, isBusy, retry } }: { score: Score }) {
  return (
    <div role="status" aria-label={t('nq')} aria-busy={isBusy}>
      {quality ? <QualityView quality={quality} isShort /> : <p class="note">{t(isBusy ? 'scoring' : 'writeFirst')}</p>}
      {quality && <p class="note">{isBusy ? t('scoring') : ' '}</p>}
      {error !== undefined && <Failure error={error} retry={retry} />}
    </div>
  );
}
