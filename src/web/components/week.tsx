/** Counts by hour and weekday as a heat map, with the same figures as an accessible table. */
import type { Language } from '../../locales/language.ts';
import type { WeekInfo } from '../page-info.ts';
import { formatCount } from './figures.ts';

const HOURS = 24;
const DAYS = 7;
/** Shades of the map; none for nothing. */
const SHADES = 5;
const LABEL = 34;
const TOP = 18;
const STEP_X = 24;
const STEP_Y = 26;
const HOUR_LABELS_EVERY = 3;

interface WeekProps {
  week: WeekInfo;
  title: string;
  /** Monday first. */
  weekdays: readonly string[];
  language: Language;
}

export const getHourCount = ({ hours }: WeekInfo, day: number, hour: number): number => hours[day * HOURS + hour] ?? 0;

export function WeekMap({ week, title, weekdays, language }: WeekProps) {
  const highest = Math.max(...week.hours, 1);
  const shade = (count: number): number => (count === 0 ? 0 : Math.ceil((count / highest) * SHADES));
  return (
    <svg class="week" viewBox={`0 0 ${LABEL + HOURS * STEP_X} ${TOP + DAYS * STEP_Y}`} role="img" aria-label={title}>
      {range(HOURS).map((hour) =>
        hour % HOUR_LABELS_EVERY === 0 ? (
          <text key={hour} x={LABEL + hour * STEP_X + STEP_X / 2} y={TOP - 6} text-anchor="middle">
            {hour}
          </text>
        ) : null,
      )}
      {range(DAYS).map((day) => (
        <g key={day}>
          <text x={0} y={TOP + day * STEP_Y + STEP_Y / 2 + 4}>
            {weekdays[day]}
          </text>
          {range(HOURS).map((hour) => {
            const count = getHourCount(week, day, hour);
            return (
              <rect
                key={hour}
                class={`shade${shade(count)}`}
                x={LABEL + hour * STEP_X}
                y={TOP + day * STEP_Y}
                width={STEP_X - 2}
                height={STEP_Y - 2}
                rx={3}
              >
                <title>{`${weekdays[day]} ${hour}:00: ${formatCount(count, language)}`}</title>
              </rect>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

export function WeekTable({ week, title, weekdays, language, hour: hourTitle }: WeekProps & { hour: string }) {
  return (
    <table class="week-table">
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{hourTitle}</th>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {range(HOURS).map((hour) => (
          <tr key={hour}>
            <th scope="row">{hour}</th>
            {weekdays.map((name, day) => (
              <td key={name}>{formatCount(getHourCount(week, day, hour), language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
