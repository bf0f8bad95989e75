/** The media database beside its rows. */
import type { Database } from '../../database/types.ts';
import { type DemoWishes, prepareDemoMedia } from './demo.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    contacts: Contacts;
  }
}

export interface Contacts {
  /** Mail goes to nobody without a basis of consent, not even to desks. */
  readonly isConsentStrict: boolean;
}

export interface ContactsOptions {
  database: Database;
  demo: DemoWishes;
  isConsentStrict: boolean;
}

export async function openContacts({ database, demo, isConsentStrict }: ContactsOptions): Promise<Contacts> {
  await prepareDemoMedia(database, demo);
  return { isConsentStrict };
}
