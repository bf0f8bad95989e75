/** Texts of the newsroom's pages: shared ones and those of the open page. */

import type { TextKey } from '../../../locales/text-types.ts';
import { type Say, say } from '../common/workspace.ts';

export const t: Say<TextKey<'app'>> = say;
export const onStart: Say<TextKey<'app-start'>> = say;
export const onAnalyse: Say<TextKey<'app-analyse'>> = say;
export const onMedia: Say<TextKey<'app-media'>> = say;
export const onContacts: Say<TextKey<'app-contacts'>> = say;
export const onArticles: Say<TextKey<'app-articles'>> = say;
export const onCampaigns: Say<TextKey<'app-campaigns' | 'mail-states'>> = say;
export const onReleases: Say<TextKey<'app-releases'>> = say;
export const onCoverage: Say<TextKey<'app-coverage'>> = say;
export const onCompany: Say<TextKey<'app-company'>> = say;
