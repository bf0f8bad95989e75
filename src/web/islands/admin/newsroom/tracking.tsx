/** Email performance: human and automated opens and clicks, by day and category. */
import type { Output } from '../../common/answers.ts';
import { AmountCell, CardTable, Figure, Show, useRead } from '../../common/parts.tsx';
import { Plot } from '../../common/plot.tsx';
import { Responses } from '../../common/responses.tsx';
import { sayKind, toCount, toDay, toPercent } from '../../common/workspace.ts';
import { n } from './words.ts';

type Tracking = Output<'admin-tracking'>;

const KINDS = ['campaign', 'diagnosis'] as const;
const PLOTS = ['sent', 'opens', 'clicks'] as const;

export function MailTracking() {
  const reading = useRead('/admin/tracking');
  return (
    <Show loaded={reading}>
      {(tracking) => (
        <>
          <dl class="figures">
            <Figure name={n('sent')}>{toCount(tracking.sent)}</Figure>
            <Figure name={n('delivered')}>{toCount(tracking.delivered)}</Figure>
            <Figure name={n('openRate')}>{toPercent(tracking.open_rate)}</Figure>
            <Figure name={n('clickRate')}>{toPercent(tracking.click_rate)}</Figure>
            <Figure name={n('signups')}>
              {toCount(tracking.signups)} <small>{toPercent(tracking.signup_rate)}</small>
            </Figure>
          </dl>
          {KINDS.filter((kind) => tracking.by_kind[kind].sent > 0).map((kind) => (
            <KindView
              key={kind}
              name={n(kind === 'diagnosis' ? 'diagnosis_' : kind)}
              figures={tracking.by_kind[kind]}
            />
          ))}
          <Days days={tracking.by_day} />
          <Categories rows={tracking.by_category} />
        </>
      )}
    </Show>
  );
}

function KindView({
  name,
  figures: { delivered: whole, opens, clicks },
}: {
  name: string;
  figures: Tracking['by_kind']['campaign'];
}) {
  return (
    <section>
      <h2>{name}</h2>
      <Responses
        title={n('who')}
        rows={[
          { title: n('opens'), whole, ...opens },
          { title: n('clicks'), whole, ...clicks },
        ]}
      />
    </section>
  );
}

function Days({ days }: { days: Tracking['by_day'] }) {
  return (
    <section>
      <h2>{n('byDay')}</h2>
      {PLOTS.map((word) => (
        <Plot
          key={word}
          title={n(word)}
          bars={days.map((day) => ({ label: toDay(day.date), value: day[word], text: toCount(day[word]) }))}
        />
      ))}
      <details>
        <summary>{n('dayFigures')}</summary>
        <CardTable heads={[n('day'), ...PLOTS.map((word) => n(word))]}>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{toDay(day.date)}</th>
              {PLOTS.map((word) => (
                <AmountCell key={word} of={n(word)}>
                  {toCount(day[word])}
                </AmountCell>
              ))}
            </tr>
          ))}
        </CardTable>
      </details>
    </section>
  );
}

function Categories({ rows }: { rows: Tracking['by_category'] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{n('categories')}</h2>
      <CardTable heads={[n('category'), n('sent'), n('delivered'), n('openRate'), n('clickRate')]}>
        {rows.map(({ category, sent, delivered, open_rate, click_rate }) => (
          <tr key={category}>
            <th scope="row">{sayKind('field', category)}</th>
            <AmountCell of={n('sent')}>{toCount(sent)}</AmountCell>
            <AmountCell of={n('delivered')}>{toCount(delivered)}</AmountCell>
            <AmountCell of={n('openRate')}>{toPercent(open_rate)}</AmountCell>
            <AmountCell of={n('clickRate')}>{toPercent(click_rate)}</AmountCell>
          </tr>
        ))}
      </CardTable>
    </section>
  );
}
