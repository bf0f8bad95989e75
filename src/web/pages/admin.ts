/** `/admin`: what operators look at, and what they do about it. */
import type { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { type AdminView, type AlertInfo, adminGroups, type FindingInfo, type ProviderInfo } from '../admin-info.ts';
import type { ShellAccount } from '../components/shell.tsx';
import { renderPrivatePage } from './private-page.tsx';

export interface AdminProps {
  visitor: ShellAccount;
  view: AdminView;
  alerts: readonly AlertInfo[];
  providers: readonly ProviderInfo[];
  /** Empty on the other pages. */
  findings: readonly FindingInfo[];
}

/** Data of operators stands under `/admin/…`, so the pages are told apart by the query. */
export const toAdminPath = (view: AdminView): string => (view === 'today' ? '/admin' : `/admin?view=${view}`);

export function renderAdmin({ visitor, view, alerts, providers, findings }: AdminProps, language: Language): Page {
  const words = texts('admin', language);
  const link = (name: AdminView) => ({ href: toAdminPath(name), title: words[name], isOpen: name === view });
  const groups = [
    { pages: adminGroups.service.map(link) },
    { title: words.newsroomGroup, pages: adminGroups.newsroomGroup.map(link) },
    { title: words.care, pages: adminGroups.care.map(link) },
  ];
  const isOfNewsroom = adminGroups.newsroomGroup.some((name) => name === view);
  return renderPrivatePage({
    title: words[view],
    language,
    account: visitor,
    area: { title: texts('shell', language).operators, groups },
    island: 'islands/admin.tsx',
    words: {
      ...words,
      ...(isOfNewsroom
        ? {
            ...texts('mail-states', language),
            ...texts('newsroom-names', language),
            ...texts('admin-newsroom', language),
          }
        : {}),
    },
    facts: { view, alerts, providers, findings },
  });
}
