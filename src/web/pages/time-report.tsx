/** `/time-report.html`: when releases are published and read. */

import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { formatCount, formatDate } from '../components/figures.ts';
import { WeekMap, WeekTable } from '../components/week.tsx';
import { renderPage } from '../page.tsx';
import type { PageInfo, TimesInfo, WeekInfo } from '../page-info.ts';

const HOURS = 24;

export async function renderTimeReport(facts: PageInfo, language: Language, query: URLSearchParams): Promise<string> {
  const times = await facts.readTimes();
  const words = texts('times', language);
  const selected = times.byCategory.find(({ key }) => key === query.get('category'));
  const body = (
    <>
      <p>{words.lead}</p>
      {times.published.total === 0 ? (
        <div class="empty">
          <p class="state caution">{words.none}</p>
          <p>{words.firstStep}</p>
        </div>
      ) : (
        <>
          <CategoryForm times={times} chosen={selected?.key ?? null} language={language} />
          <Week
            title={
              selected ? `${words.published} · ${selected.labels[language] ?? selected.labels.en}` : words.published
            }
            week={selected?.times ?? times.published}
            times={times}
            language={language}
          />
          <Sources times={times} language={language} />
        </>
      )}
      {times.opened ? (
        <Week title={words.opened} week={times.opened} times={times} language={language} />
      ) : (
        <>
          <h2>{words.opened}</h2>
          <p>{words.openedFew}</p>
        </>
      )}
      <p class="note">{words.method}</p>
    </>
  );
  return renderPage({ title: words.title, description: words.lead, body, language, isPublic: true, isWide: true });
}

interface TimesProps {
  times: TimesInfo;
  language: Language;
}

function CategoryForm({ times: { byCategory }, chosen, language }: TimesProps & { chosen: string | null }) {
  const words = texts('times', language);
  return (
    <nav class="choices-line" aria-label={words.category}>
      <a href="/time-report.html" aria-current={chosen === null ? 'page' : undefined}>
        {words.all}
      </a>
      {byCategory.map(({ key, labels, times }) => (
        <a key={key} href={`?category=${key}`} aria-current={chosen === key ? 'page' : undefined}>
          {labels[language] ?? labels.en} <span class="amount">{formatCount(times.total, language)}</span>
        </a>
      ))}
    </nav>
  );
}

function Week({ title, week, times, language }: TimesProps & { title: string; week: WeekInfo }) {
  const words = texts('times', language);
  const { zone, fromMs, toMs } = times;
  const sample = formatText(
    words.sample,
    {
      count: formatCount(week.total, language),
      from: formatDate(fromMs, language, zone),
      to: formatDate(toMs, language, zone),
      zone,
    },
    language,
  );
  const props = { week, title, weekdays: words.weekdays, language };
  return (
    <>
      <h2>{title}</h2>
      <p class="note">
        {sample} {describeBusiest(week, language)}
      </p>
      <WeekMap {...props} />
      <details>
        <summary>{words.table}</summary>
        <WeekTable {...props} hour={words.hour} />
      </details>
    </>
  );
}

function describeBusiest({ hours }: WeekInfo, language: Language): string {
  const words = texts('times', language);
  const most = Math.max(...hours);
  const at = hours.indexOf(most);
  return formatText(
    words.busiest,
    {
      weekday: words.weekdays[Math.floor(at / HOURS)] ?? '',
      hour: String(at % HOURS),
      count: formatCount(most, language),
    },
    language,
  );
}

function Sources({ times: { sources }, language }: TimesProps) {
  const words = texts('times', language);
  return (
    <>
      <h2>{words.sources}</h2>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{words.sources}</th>
            <th scope="col">{words.articles}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ name, articles }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(articles, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
