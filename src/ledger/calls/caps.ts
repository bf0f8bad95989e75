/** Caps of a key: which tools it may call, and what it may spend. */
import type { OpenRefusal } from '../../kernel/ports.ts';
import type { BookedKey, Books } from '../books.ts';
import type { OpenOperation } from '../operations.ts';

export function checkToolCap(key: BookedKey, tool: string): OpenRefusal | null {
  if (key.cap_tools === null) return null;
  const tools: unknown = JSON.parse(key.cap_tools);
  return Array.isArray(tools) && tools.includes(tool) ? null : { refused: 'cap', cap: 'tools' };
}

export const checkCaps = ({ day }: Books, { price }: OpenOperation, key: BookedKey): OpenRefusal | null =>
  findCapRefusal(key, { price, reserved: 0, day });

/** `reserved`: what is paid with the key besides what it has spent. */
export function findCapRefusal(
  key: Pick<BookedKey, 'cap_per_call' | 'cap_total' | 'cap_per_day' | 'spent_total' | 'spent_day' | 'spent_on_day'>,
  { price, reserved, day }: { price: number; reserved: number; day: string },
): OpenRefusal | null {
  if (key.cap_per_call !== null && price > key.cap_per_call) return { refused: 'cap', cap: 'perCall' };
  const more = reserved + price;
  if (key.cap_total !== null && key.spent_total + more > key.cap_total) return { refused: 'cap', cap: 'total' };
  const spentToday = key.spent_day === day ? key.spent_on_day : 0;
  if (key.cap_per_day !== null && spentToday + more > key.cap_per_day) return { refused: 'cap', cap: 'perDay' };
  return null;
}
