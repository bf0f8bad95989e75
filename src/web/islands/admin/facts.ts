/** Initial data of the admin pages and types of their operations. */

import type { TextKey } from '../../../locales/text-types.ts';
import type { AdminView, AlertInfo, FindingInfo, ProviderInfo } from '../../admin-info.ts';
import type { Output } from '../common/answers.ts';
import { readFacts, type Say, say } from '../common/workspace.ts';

export const facts = readFacts<{
  view: AdminView;
  alerts: AlertInfo[];
  providers: ProviderInfo[];
  findings: FindingInfo[];
}>();
export const t: Say<TextKey<'admin'>> = say;

export type Margin = Output<'admin-margin'>;
export type Sums = Margin['total']['live'];
export type Progress = Output<'admin-pipeline-status'>['jobs']['scrape'];
export type BooksState = Output<'admin-books'>;
