/** Answer types of newsroom operations. */
import type { Item, Output } from '../common/answers.ts';

export type Quality = Output<'release-predict-nq'>;
export type Dimension = Quality['dimensions'][number];
export type Analysis = Output<'analysis-read-result'>;
export type ResultRow = Item<'analysis-list-results'>;
export type Release = Output<'release-read'>;
export type ReleaseFileList = Output<'release-list-files'>;
export type ReleaseFile = ReleaseFileList['pictures'][number];
export type ReleaseStatus = Release['status'];
export type Coverage = Item<'release-list-coverage'>;
export type Me = Output<'auth-me'>;
