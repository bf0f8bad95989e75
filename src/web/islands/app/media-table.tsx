/** Table of selectable outlets, with reasons for recommended ones. */
import { say, sayKind, toCount, toPercent } from '../common/workspace.ts';
import type { Medium, Recommendation } from './media-types.ts';
import { onMedia } from './say.ts';

interface TableProps {
  rows: readonly { medium: Medium; recommendation?: Recommendation }[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
}

const TONES = { high: 'good', medium: 'caution', low: '' } as const;

export function MediaTable({ rows, chosen, onChoose }: TableProps) {
  const shown = rows.map(({ medium }) => medium.media_id);
  const hasAll = shown.every((id) => chosen.has(id));
  const set = (ids: readonly number[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };
  return (
    <>
      <label class="choice">
        <input type="checkbox" checked={hasAll} onChange={() => set(shown, !hasAll)} />
        {say('selectAll')}
      </label>
      <table class="cards media">
        <tbody>
          {rows.map(({ medium, recommendation }) => (
            <tr key={medium.media_id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={onMedia('choose', { name: medium.name })}
                  checked={chosen.has(medium.media_id)}
                  onChange={({ currentTarget }) => set([medium.media_id], currentTarget.checked)}
                />
              </td>
              <th scope="row">
                <MediumDetails medium={medium} />
              </th>
              <td>{recommendation ? <Why recommendation={recommendation} /> : <About medium={medium} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function MediumDetails({
  medium: { name, publisher, type, prefecture, url, suppressed, deliverable },
}: {
  medium: Medium;
}) {
  return (
    <>
      {url?.startsWith('http') ? (
        <a href={url} rel="noreferrer" target="_blank">
          {name}
        </a>
      ) : (
        name
      )}
      <p class="note">
        {[publisher, sayKind('type', type), prefecture].filter(Boolean).join(' · ')}{' '}
        <span class={`tag ${deliverable ? 'good' : ''}`}>
          {onMedia(suppressed ? 'suppressed' : deliverable ? 'mayWrite' : 'mayNotWrite')}
        </span>
      </p>
    </>
  );
}

function About({ medium: { topics, reach, profile } }: { medium: Medium }) {
  return (
    <>
      <p>{topics.join(', ') || profile}</p>
      {reach !== null && <p class="note">{say('pair', { name: onMedia('reach'), value: toCount(reach) })}</p>}
    </>
  );
}

function Why({ recommendation }: { recommendation: Recommendation }) {
  const { fit, score, reasons = [], cautions, diversity_moved } = recommendation;
  return (
    <>
      <span class={`tag ${TONES[fit]}`}>
        {say('pair', { name: onMedia('fit'), value: onMedia(fit === 'medium' ? 'medium_' : fit) })} {toPercent(score)}
      </span>{' '}
      {cautions.map((caution) => (
        <span key={caution} class="tag caution">
          {sayKind('caution', caution)}
        </span>
      ))}
      {diversity_moved && <span class="tag">{onMedia('moved')}</span>}
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}
