import type { TextKey } from '../../../../locales/text-types.ts';
import { type Say, say } from '../../common/workspace.ts';

export const n: Say<TextKey<'admin-newsroom'>> = say;
