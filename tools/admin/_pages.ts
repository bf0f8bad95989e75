/** Lists that go on at a cursor. */
import { z } from 'zod';

export const cursorField = z
  .string()
  .max(200)
  .optional()
  .describe('`next_cursor` of the previous page. Default: the newest.');

export const cursorPage = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item).describe('Items, newest first.'),
    next_cursor: z.string().nullable().describe('Cursor for the next page; `null` on the last page.'),
    has_more: z.boolean().describe('`true` if another page exists.'),
  });

export const formatCursorPage = <T>(items: T[], nextCursor: string | null) => ({
  items,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});
