/** Types of the texts of pages, by area: those of English, which every other language follows. */

export interface Areas {
  admin: typeof import('../../locales/en/admin.json');
  'admin-newsroom': typeof import('../../locales/en/admin-newsroom.json');
  app: typeof import('../../locales/en/app.json');
  'app-analyse': typeof import('../../locales/en/app-analyse.json');
  'app-articles': typeof import('../../locales/en/app-articles.json');
  'app-campaigns': typeof import('../../locales/en/app-campaigns.json');
  'app-company': typeof import('../../locales/en/app-company.json');
  'app-lints': typeof import('../../locales/en/app-lints.json');
  'app-media': typeof import('../../locales/en/app-media.json');
  'app-releases': typeof import('../../locales/en/app-releases.json');
  'app-start': typeof import('../../locales/en/app-start.json');
  benchmark: typeof import('../../locales/en/benchmark.json');
  catalogue: typeof import('../../locales/en/catalogue.json');
  claw: typeof import('../../locales/en/claw.json');
  consent: typeof import('../../locales/en/consent.json');
  console: typeof import('../../locales/en/console.json');
  dashboard: typeof import('../../locales/en/dashboard.json');
  docs: typeof import('../../locales/en/docs.json');
  errors: typeof import('../../locales/en/errors.json');
  landing: typeof import('../../locales/en/landing.json');
  login: typeof import('../../locales/en/login.json');
  'login-script': typeof import('../../locales/en/login-script.json');
  'mail-states': typeof import('../../locales/en/mail-states.json');
  'newsroom-names': typeof import('../../locales/en/newsroom-names.json');
  pay: typeof import('../../locales/en/pay.json');
  press: typeof import('../../locales/en/press.json');
  run: typeof import('../../locales/en/run.json');
  shell: typeof import('../../locales/en/shell.json');
  'sign-in': typeof import('../../locales/en/sign-in.json');
  status: typeof import('../../locales/en/status.json');
  terms: typeof import('../../locales/en/terms.json');
  times: typeof import('../../locales/en/times.json');
  unsubscribe: typeof import('../../locales/en/unsubscribe.json');
  workspace: typeof import('../../locales/en/workspace.json');
}

export type Texts<A extends keyof Areas> = Areas[A];
/** Names of the texts of an area. */
export type TextKey<A extends keyof Areas> = { [K in A]: keyof Areas[K] & string }[A];
/** Names of the texts that the script of a page shows. */
export type SaidKey<A extends 'claw' | 'consent' | 'sign-in'> = { [K in A]: keyof Areas[K]['said'] & string }[A];
