/** Answer types of campaign operations. */
import type { Output } from '../../common/answers.ts';

export type Campaign = Output<'campaign-read'>;
export type Approval = Output<'campaign-approval'>;
export type SubjectTest = Output<'campaign-subject-test'>;
export type Preview = Output<'campaign-preview'>;
export type Mail = Preview['emails'][number];
export type MailStatus = Mail['status'];
export type Lint = Mail['lint'][number];
export type RenderedMail = NonNullable<Preview['rendered']>;
export type Template = Output<'campaign-template'>;
export type RewrittenEmail = Output<'campaign-set-template'>['emails'][number];
export type Tracking = Output<'campaign-tracking'>;
export type Engagement = Tracking['opens'];
