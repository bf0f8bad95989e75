/** `/status`: which tools can be called now, and how their providers have done. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { type DayBar, DayBars } from '../components/days.tsx';
import { formatCount, formatDuration, formatShare } from '../components/figures.ts';
import { renderPage } from '../page.tsx';
import type { PageInfo, ProviderInfo, ToolState, UpstreamDay, UpstreamHistory } from '../page-info.ts';

const INCIDENT_SHARE = 0.05;
const INCIDENT_REQUESTS_MIN = 10;
const INCIDENTS_MAX = 50;

export async function renderStatusPage(registry: Registry, facts: PageInfo, language: Language): Promise<string> {
  const words = texts('status', language);
  const history = await facts.readUpstreams();
  const body = (
    <>
      <ToolStates rows={await listToolStates(registry, facts)} language={language} />
      <Providers states={facts.readProviderStates()} history={history} language={language} />
      <Incidents history={history} language={language} />
      <p>
        <a href={`/api-benchmark/${language}/`}>{words.benchmark}</a>
      </p>
    </>
  );
  const { baseUrl: origin } = facts;
  return renderPage({
    title: words.title,
    description: words.lead,
    body,
    language,
    origin,
    isPublic: true,
    isWide: true,
  });
}

/** `unused`: set up, but no live call has shown yet that it works. */
type ShownState = ToolState | 'unused';

interface ToolRow {
  name: string;
  state: ShownState;
}

async function listToolStates(registry: Registry, facts: PageInfo): Promise<ToolRow[]> {
  const called = new Set((await facts.readLatencies()).tools.map(({ name }) => name));
  return listToolsOnOffer(registry).map((tool) => {
    const state = facts.readToolState(tool);
    return { name: tool.name, state: state === 'ready' && !called.has(tool.name) ? 'unused' : state };
  });
}

function ToolStates({ rows, language }: { rows: readonly ToolRow[]; language: Language }) {
  const words = texts('status', language);
  const namesIn = (wanted: ShownState): string[] => rows.flatMap(({ name, state }) => (state === wanted ? name : []));
  const resting = namesIn('resting');
  const missing = namesIn('not-set-up').length;
  const total = rows.length;
  const available = total - resting.length - missing;
  return (
    <>
      <p class={resting.length === 0 && available > 0 ? 'state good' : 'state caution'}>
        {formatText(words.available, { available, total }, language)}
      </p>
      {resting.length > 0 ? <p>{formatText(words.resting, { tools: resting.join(', ') }, language)}</p> : null}
      {missing > 0 ? <p class="note">{formatText(words.missing, { count: missing }, language)}</p> : null}
      <p class="note">{words.lead}</p>
      <h2>{words.tools}</h2>
      <ul class="tool-states">
        {rows.map(({ name, state }) => (
          <li key={name}>
            <a href={`/tools/${name}`}>{name}</a>
            <span>
              <span class={`dot ${state}`} /> {words.states[state]}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface HistoryProps {
  history: UpstreamHistory;
  language: Language;
}

function Providers({ states, history, language }: HistoryProps & { states: readonly ProviderInfo[] }) {
  const words = texts('status', language);
  const others = history.providers.filter(({ provider }) => !states.some(({ id }) => id === provider));
  const rows = [
    ...states,
    ...others.map(({ provider }) => ({ id: provider, name: provider, isResting: null, pausedModels: [] })),
  ];
  return (
    <>
      <h2>{words.providers}</h2>
      {rows.length === 0 ? (
        <p>{words.noProviders}</p>
      ) : (
        <>
          <p class="note">{words.providersNote}</p>
          <table class="cards providers">
            <thead>
              <tr>
                <th scope="col">{words.provider}</th>
                <th scope="col">{words.now}</th>
                <th scope="col">{words.history}</th>
                <th scope="col">{words.success}</th>
                <th scope="col">{words.average}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ProviderRow key={row.id} {...row} history={history} language={language} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

/** `isResting` is null of one that is not set up any more. */
function ProviderRow({
  id,
  name,
  isResting,
  pausedModels,
  history,
  language,
}: HistoryProps & Omit<ProviderInfo, 'isResting'> & { isResting: boolean | null }) {
  const words = texts('status', language);
  const days = history.providers.find(({ provider }) => provider === id)?.days ?? [];
  const requests = days.reduce((sum, day) => sum + day.requests, 0);
  const failures = days.reduce((sum, day) => sum + day.failures, 0);
  const totalMs = days.reduce((sum, day) => sum + day.averageMs * day.requests, 0);
  const state = isResting === null ? 'not-set-up' : isResting ? 'resting' : requests === 0 ? 'unused' : 'ready';
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span class={`dot ${state}`} /> {words.states[state]}
        {pausedModels.length > 0 && (
          <span class="note"> {formatText(words.pausedModels, { models: pausedModels.join(', ') }, language)}</span>
        )}
      </td>
      <td data-label={words.history}>
        <DayBars days={history.days.map((day) => buildBar(day, days, language))} title={`${name}: ${words.history}`} />
      </td>
      <td data-label={words.success}>
        <span class="amount">{formatShare(requests - failures, requests)}</span>
      </td>
      <td data-label={words.average}>
        <span class="amount">{formatDuration(requests === 0 ? null : Math.round(totalMs / requests))}</span>
      </td>
    </tr>
  );
}

function buildBar(day: string, days: readonly UpstreamDay[], language: Language): DayBar {
  const words = texts('status', language);
  const counted = days.find((one) => one.day === day);
  if (!counted) return { day, text: words.noRequests, state: null };
  const { requests, failures } = counted;
  const text = formatText(
    words.dayText,
    { failures: formatCount(failures, language), requests: formatCount(requests, language) },
    language,
  );
  const share = failures / requests;
  return { day, text, state: share >= INCIDENT_SHARE ? 'bad' : share > 0 ? 'caution' : 'good' };
}

function Incidents({ history, language }: HistoryProps) {
  const words = texts('status', language);
  const incidents = history.providers
    .flatMap(({ provider, days }) => days.map((day) => ({ provider, ...day })))
    .filter(({ requests, failures }) => requests >= INCIDENT_REQUESTS_MIN && failures / requests >= INCIDENT_SHARE)
    .sort((a, b) => b.day.localeCompare(a.day))
    .slice(0, INCIDENTS_MAX);
  return (
    <>
      <h2>{words.incidents}</h2>
      <p class="note">{words.incidentsNote}</p>
      {incidents.length === 0 ? (
        <p>{words.noIncidents}</p>
      ) : (
        <table class="cards">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.provider}</th>
              <th scope="col">{words.requests}</th>
              <th scope="col">{words.failures}</th>
            </tr>
          </thead>
          <tbody>
            {incidents.map(({ day, provider, requests, failures }) => (
              <tr key={`${day} ${provider}`}>
                <th scope="row">{day}</th>
                <td>{provider}</td>
                <td data-label={words.requests}>{formatCount(requests, language)}</td>
                <td data-label={words.failures}>{formatCount(failures, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
