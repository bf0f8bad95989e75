/** Lists by page number: newsroom.md §3.2. */
import { z } from 'zod';

const PER_PAGE_MAX = 500;

/** Below 1 it is served as 1, above 500 as 500. */
export const bringIntoRange = (page: number, perPage: number): { page: number; perPage: number } => ({
  page: Math.max(1, page),
  perPage: Math.min(PER_PAGE_MAX, Math.max(1, perPage)),
});

export const pageShape = {
  total: z.number().int().describe('How many there are.'),
  page: z.number().int().describe('This page, from 1.'),
  per_page: z.number().int().describe('How many a page holds.'),
  pages: z.number().int().describe('How many pages there are.'),
};

export const describePage = (total: number, { page, perPage }: { page: number; perPage: number }) => ({
  total,
  page,
  per_page: perPage,
  pages: Math.ceil(total / perPage),
});
