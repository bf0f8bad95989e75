/** How long to wait, in words: shared by pages and their scripts. */
import type { Language } from './language.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const UNITS = {
  en: { second: ['second', 'seconds'], minute: ['minute', 'minutes'], hour: ['hour', 'hours'] },
  ja: { second: '秒', minute: '分', hour: '時間' },
  zh: { second: ' 秒', minute: ' 分钟', hour: ' 小时' },
} as const;

/** `37 minutes`: rounded up, so that nobody comes too early. */
export function formatWait(seconds: number, language: Language): string {
  const [unit, size] =
    seconds < MINUTE_SECONDS
      ? (['second', 1] as const)
      : seconds < HOUR_SECONDS
        ? (['minute', MINUTE_SECONDS] as const)
        : (['hour', HOUR_SECONDS] as const);
  const count = Math.max(1, Math.ceil(seconds / size));
  if (language !== 'en') return `${count}${UNITS[language][unit]}`;
  return `${count} ${UNITS.en[unit][count === 1 ? 0 : 1]}`;
}
