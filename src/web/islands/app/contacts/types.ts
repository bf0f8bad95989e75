/** Answer types of operations on contacts. */
import type { Item, Output } from '../../common/answers.ts';

export type ContactPage = Output<'contact-list'>;
export type ContactRow = Item<'contact-list'>;
export type OpenContact = Output<'contact-read'>;
export type ImportAnswer = Output<'contact-import'>;
