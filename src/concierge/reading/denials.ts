/** Requests that a message says not to do. */
import type { Denial, Hit } from './message.ts';
import { keepLongest } from './terms.ts';

const DENIED_AFTER = 44;
const DENIED_BEFORE = 26;
const END = /[.!?;。！？；\n]|,|，|、| but | just | only |只要|只需|直接|而是/;
const END_JA = /[.!?;。！？；\n、]/;

/** Separates requests from things the message says not to do. */
export function splitDenied(hits: readonly Hit[], command: string): { hits: Hit[]; denials: Denial[] } {
  const denied: { start: number; end: number; isAfter: boolean }[] = [];
  const isJapanese = /[ぁ-ゖ]/.test(command);
  for (const { key, start, end, text } of keepLongest(
    hits.filter(({ key }) => key.kind === 'denyBefore' || key.kind === 'denyAfter'),
  )) {
    if (isWithinWord(text, command, start, end)) continue;
    // 不要 stands before what it denies in Chinese, and behind it in Japanese.
    if ((key.kind === 'denyAfter') !== isJapanese && /^[\p{Script=Han}]+$/u.test(text)) continue;
    if (key.kind === 'denyBefore') {
      if (/[要会能是]/.test(command.charAt(start - 1)) && /^[不没别]/.test(command.slice(start))) continue;
      const rest = command.slice(end, end + DENIED_AFTER);
      const stop = rest.search(END);
      denied.push({ start, end: end + (stop < 0 ? rest.length : stop), isAfter: false });
    } else {
      const before = command.slice(Math.max(0, start - DENIED_BEFORE), start);
      const stop = Math.max(...[...before].map((unit, at) => (END_JA.test(unit) ? at + 1 : 0)), 0);
      denied.push({ start: start - before.length + stop, end, isAfter: true });
    }
  }
  if (denied.length === 0) return { hits: [...hits], denials: [] };
  // What itself says no, such as “not google” or “no answer”, is meant as it stands.
  const isWithin = (hit: Hit, { start, end, isAfter }: (typeof denied)[number]): boolean =>
    /^(verb|noun|hint|mark|value|elsewhere)$/.test(hit.key.kind) &&
    hit.start >= start &&
    hit.end <= end &&
    !isWholeDenial(hit, isAfter ? null : start, command);
  return {
    hits: hits.filter((hit) => !denied.some((one) => isWithin(hit, one))),
    denials: denied.map((one) => ({ start: one.start, end: one.end, hits: hits.filter((hit) => isWithin(hit, one)) })),
  };
}

/** 免费, 特别 and 别的 deny nothing. */
const isWithinWord = (text: string, command: string, start: number, end: number): boolean =>
  (text === '免' && /[费税得疫]/.test(command.charAt(end))) ||
  (text === '别' &&
    (/[分特区类级性个差告辨识派]/.test(command.charAt(start - 1)) || /[的人墅名处克]/.test(command.charAt(end))));

const isWholeDenial = (hit: Hit, start: number | null, command: string): boolean =>
  hit.start === start ||
  (hit.key.kind === 'verb' && /ない|不|没/.test(command.slice(hit.start, hit.end))) ||
  (hit.key.kind === 'value' && hit.key.value === 'false') ||
  (hit.key.kind === 'mark' && /^(グーグル以外|ぐーぐる以外)/.test(hit.text));
