/** Texts of the newsroom's pages: shared ones and those of the open page. */
import type { AnalyseWord } from '../../words/app/analyse.ts';
import type { ArticleWord } from '../../words/app/articles.ts';
import type { CampaignWord } from '../../words/app/campaigns.ts';
import type { CompanyWord } from '../../words/app/company.ts';
import type { AppWord } from '../../words/app/frame.ts';
import type { MediaWord } from '../../words/app/media.ts';
import type { ReleaseWord } from '../../words/app/releases.ts';
import type { StartWord } from '../../words/app/start.ts';
import { type Say, say } from '../common/workspace.ts';

export const t: Say<AppWord> = say;
export const onStart: Say<StartWord> = say;
export const onAnalyse: Say<AnalyseWord> = say;
export const onMedia: Say<MediaWord> = say;
export const onArticles: Say<ArticleWord> = say;
export const onCampaigns: Say<CampaignWord> = say;
export const onReleases: Say<ReleaseWord> = say;
export const onCompany: Say<CompanyWord> = say;
