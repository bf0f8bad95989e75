/** Lists by page number: newsroom.md §3.2. */
import { z } from 'zod';
import { count } from '../../../kernel/tool/fields.ts';

const PER_PAGE_MAX = 500;

/** Below 1 it is served as 1, above 500 as 500. */
export const bringIntoRange = (page: number, perPage: number): { page: number; perPage: number } => ({
  page: Math.max(1, page),
  perPage: Math.min(PER_PAGE_MAX, Math.max(1, perPage)),
});

export const pageShape = {
  total: z.number().int().describe('Total number of items across all pages.'),
  page: z.number().int().describe('Number of this page, starting at 1.'),
  per_page: z.number().int().describe('Number of items per page.'),
  pages: z.number().int().describe('Total number of pages.'),
};

export const describePage = (total: number, { page, perPage }: { page: number; perPage: number }) => ({
  total,
  page,
  per_page: perPage,
  pages: Math.ceil(total / perPage),
});

/** Operators may ask for any page; what is out of range is brought into it. */
export const looseRange = (perPage: number) => ({
  page: z.number().int().default(1).describe('Page number, starting at 1.'),
  per_page: z.number().int().default(perPage).describe(`Number of items per page, at most ${PER_PAGE_MAX}.`),
});

/** The lists of a company. */
export const rangeFields = {
  page: z.number().int().min(1).default(1).describe('Page number, starting at 1.'),
  per_page: z
    .number()
    .int()
    .min(1)
    .default(50)
    .describe(`Number of items per page; values above ${PER_PAGE_MAX} count as ${PER_PAGE_MAX}.`),
};

export const companyPage = <T extends z.ZodType>(item: T) => ({
  items: z.array(item).describe('Items of the page; empty after the last page.'),
  total: count('Total number of items on all pages.'),
  page: count('Current page number.'),
  per_page: count('Maximum number of items per page.'),
  pages: count('Total number of pages.'),
});
