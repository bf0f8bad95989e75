/** Phrases how long to wait, for pages and their scripts. */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** `37 minutes`: rounded up, so that nobody comes too early. */
export function formatWait(seconds: number, language: string): string {
  const [unit, size] =
    seconds < MINUTE_SECONDS
      ? ['second', 1]
      : seconds < HOUR_SECONDS
        ? ['minute', MINUTE_SECONDS]
        : ['hour', HOUR_SECONDS];
  const count = Math.max(1, Math.ceil(seconds / Number(size)));
  const text = new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    count,
  );
  const close = text.replace(/ (?=[^\p{Script=Latin}\d\s])/gu, '');
  // Chinese pages have a space between digits and characters, Japanese ones have none.
  return language.startsWith('zh') ? close.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ') : close;
}
