import type { NewsroomWord } from '../../../words/admin/newsroom.ts';
import { type Say, say } from '../../common/workspace.ts';

export const n: Say<NewsroomWord> = say;
