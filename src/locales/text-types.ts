/** Types of the texts of pages and mails, by area: those of English, which every other language follows. */

export interface Areas {
  admin: typeof import('./en/admin.json');
  'admin-newsroom': typeof import('./en/admin-newsroom.json');
  app: typeof import('./en/app.json');
  'app-analyse': typeof import('./en/app-analyse.json');
  'app-articles': typeof import('./en/app-articles.json');
  'app-campaigns': typeof import('./en/app-campaigns.json');
  'app-company': typeof import('./en/app-company.json');
  'app-contacts': typeof import('./en/app-contacts.json');
  'app-coverage': typeof import('./en/app-coverage.json');
  'app-lints': typeof import('./en/app-lints.json');
  'app-media': typeof import('./en/app-media.json');
  'app-releases': typeof import('./en/app-releases.json');
  'app-start': typeof import('./en/app-start.json');
  benchmark: typeof import('./en/benchmark.json');
  'campaign-report': typeof import('./en/campaign-report.json');
  catalogue: typeof import('./en/catalogue.json');
  claw: typeof import('./en/claw.json');
  consent: typeof import('./en/consent.json');
  console: typeof import('./en/console.json');
  dashboard: typeof import('./en/dashboard.json');
  diagnosis: typeof import('./en/diagnosis.json');
  docs: typeof import('./en/docs.json');
  errors: typeof import('./en/errors.json');
  landing: typeof import('./en/landing.json');
  letters: typeof import('./en/letters.json');
  login: typeof import('./en/login.json');
  'login-script': typeof import('./en/login-script.json');
  'mail-states': typeof import('./en/mail-states.json');
  mails: typeof import('./en/mails.json');
  'newsroom-names': typeof import('./en/newsroom-names.json');
  pay: typeof import('./en/pay.json');
  press: typeof import('./en/press.json');
  run: typeof import('./en/run.json');
  'scan-findings': typeof import('./en/scan-findings.json');
  shell: typeof import('./en/shell.json');
  'sign-in': typeof import('./en/sign-in.json');
  status: typeof import('./en/status.json');
  terms: typeof import('./en/terms.json');
  times: typeof import('./en/times.json');
  unsubscribe: typeof import('./en/unsubscribe.json');
  wallet: typeof import('./en/wallet.json');
  workspace: typeof import('./en/workspace.json');
}

export type Texts<A extends keyof Areas> = Areas[A];
/** Names of the texts of an area. */
export type TextKey<A extends keyof Areas> = { [K in A]: keyof Areas[K] & string }[A];
/** Names of the texts that the script of a page shows. */
export type SaidKey<A extends 'claw' | 'consent' | 'sign-in' | 'wallet'> = {
  [K in A]: keyof Areas[K]['said'] & string;
}[A];
