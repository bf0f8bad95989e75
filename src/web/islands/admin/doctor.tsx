/** Doctor results: errors first, then warnings. */
import { CardTable } from '../common/parts.tsx';
import { facts, t } from './facts.ts';

const STATES = {
  failed: { word: 'isFailed', tone: 'bad', rank: 0 },
  warning: { word: 'isWarning', tone: 'caution', rank: 1 },
  ok: { word: 'isOk', tone: 'good', rank: 2 },
} as const;

export function DoctorView() {
  const findings = [...facts.findings].sort((a, b) => STATES[a.state].rank - STATES[b.state].rank);
  return (
    <>
      <p class="note">{t('doctorNote')}</p>
      <CardTable heads={[t('part'), t('state'), t('details')]}>
        {findings.map(({ what, state, detail }) => (
          <tr key={`${what} ${detail}`}>
            <th scope="row">{what}</th>
            <td>
              <span class={`tag ${STATES[state].tone}`}>{t(STATES[state].word)}</span>
            </td>
            <td>{detail}</td>
          </tr>
        ))}
      </CardTable>
    </>
  );
}
