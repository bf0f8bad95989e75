/** Reads of the newsroom as its tools make them, for whoever looks at how the databases go about them. */
import type { View } from '../../src/database/types.ts';
import { listUsageDays } from '../../src/identity/quota/reads.ts';
import { findLatestJob, listActive, listLatestTimes } from '../../src/jobs/reads.ts';
import { listAudit } from '../../src/ledger/receipts/record-reads.ts';
import * as analyses from '../../src/newsroom/analysis/analyses/reads.ts';
import { findOpinions } from '../../src/newsroom/analysis/quality/reads.ts';
import * as announcing from '../../src/newsroom/content/announcing/reads.ts';
import * as articles from '../../src/newsroom/content/articles/reads.ts';
import { readDiff } from '../../src/newsroom/content/feed/diff-reads.ts';
import * as feed from '../../src/newsroom/content/feed/reads.ts';
import * as publishing from '../../src/newsroom/content/publishing/reads.ts';
import * as coverage from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import * as matches from '../../src/newsroom/content/release-coverage/match-reads.ts';
import { findRelease, listReleases, type RELEASE_SORTS } from '../../src/newsroom/content/releases/reads.ts';
import { findKnownArticles } from '../../src/newsroom/content/scans/reads.ts';
import * as sources from '../../src/newsroom/content/sources/reads.ts';
import { listSuppressions } from '../../src/newsroom/mailing/suppressions/list-reads.ts';
import * as contacts from '../../src/newsroom/media/contacts/reads.ts';
import * as index from '../../src/newsroom/media/index/media-index-reads.ts';
import { readPersonalData } from '../../src/newsroom/operations/personal-data/reads.ts';
import * as pipeline from '../../src/newsroom/operations/pipeline/reads.ts';
import * as costs from '../../src/newsroom/operations/reports/cost-reads.ts';
import { findSuppressed } from '../../src/newsroom/suppression-list/reads.ts';

const site = { baseUrl: 'https://news.example', zone: 'UTC' };
const after = { publishedAt: 5, id: 7 };
const clipped = { companyId: 'c_1', releaseId: 1 };
const afterAct = { at: 5, id: 'aud_1' };

export function listReads(view: View): Record<string, () => Promise<unknown>> {
  const { db } = view;
  const listOwn = (sort: (typeof RELEASE_SORTS)[number]) =>
    listReleases.run(view, { companyId: 'c_1', text: '', status: undefined, sort, page: 1, perPage: 5 });
  return {
    state: () => feed.readFeedState(db),
    changes: () => readDiff.run(view, { after: 0, limit: 10, language: 'ja', site }),
    articles: () => feed.listFeedArticles.run(view, { language: 'ja', limit: 10, after: null, site }),
    'articles behind a cursor': () => feed.listFeedArticles.run(view, { language: 'ja', limit: 10, after, site }),
    'articles of a shop': () =>
      feed.listFeedArticles.run(view, { language: null, limit: 10, after: null, shopId: 1, site }),
    'one article': () => feed.findFeedArticle(db, 1, 'en', site),
    bodies: () => feed.listFeedBodies.run(view, { articles: [{ id: 1, lang: 'en' }] }),
    shop: () => feed.findShop(db, 'a'),
    'an article of a company': () => articles.findVisibleArticle(db, 'c_1', 1),
    translations: () => articles.listTranslations(db, 1),
    glossary: () => articles.findGlossary(db, 'c_1'),
    'lists of media': () => contacts.listLists.run(view, { companyId: 'c_1', isStrict: false }),
    'a list of media': () => contacts.readListMembers.run(view, { companyId: 'c_1', listId: 1 }),
    media: () => contacts.listCompanyMedia.run(view, { companyId: 'c_1', ids: [1, 2] }),
    'changes of media': () => index.listMediaChanges.run(view, { revision: 5, id: 3 }),
    'a company’s side of a ranking': () => index.readCompanySide.run(view, { companyId: 'c_1' }),
    release: () => findRelease(db, 'c_1', 1),
    releases: () => listOwn('-created_at'),
    'releases by their last change': () => listOwn('-updated_at'),
    'coverage of a release': () =>
      coverage.listCoverage(db, { ...clipped, states: ['suggested', 'confirmed'], beforeId: 9, limit: 5 }),
    'numbers of coverage': () => coverage.countCoverage(db, clipped),
    'the outlet of an article': () => coverage.findCoverageOutlet.run(view, { ...clipped, url: 'https://a.example/1' }),
    'whether articles can be compared': () => matches.hasUnscanned(db),
    'articles compared with releases': () => matches.matchArticles.run(view, { after: 0, last: 200 }),
    'articles that wait for a stage': () => pipeline.listWaiting(db, 'analyze', 0, 10),
    'articles that lack a language': () => pipeline.listUntranslated(db, ['ja', 'en', 'zh'], 0, 10),
    'what is to be pushed': () => publishing.listPushes(db, 1_000, 0, 10),
    'whether something is to be pushed': () => publishing.lookForPushes(db, 1_000),
    'a source': () => sources.readSource.run(view, { type: 'press_release', zone: 'UTC' }),
    costs: () => costs.readCosts.run(view, { from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }),
    'the audit of somebody': () => listAudit.run(view, { actor: 'a', fromMs: 0, toMs: 9, before: null, limit: 5 }),
    'the audit of something': () =>
      listAudit.run(view, { subject: 'a', fromMs: 0, toMs: 9, before: afterAct, limit: 5 }),
    'what is held about somebody': () => readPersonalData.run(view, { norm: 'a@b.jp', typed: 'a@b.jp' }),
    'suppressions of a company': () => listSuppressions.run(view, { companyId: 'c_1', page: 1, perPage: 5 }),
    'whether an address is suppressed': () => findSuppressed(db, 'c_1', ['a@b.jp'], 1_000),
    result: () => analyses.findResult(db, 'c_1', 'res_1'),
    'feedback of a result': () => analyses.listFeedback(db, 'c_1', 'res_1'),
    'the article of a result': () => publishing.findPublishedResult(db, 'c_1', 'res_1'),
    'articles made of these pages': () => findKnownArticles(db, 'c_1', ['https://press.example/1']),
    'entries of a source that are known': () => sources.listKnown(db, 'prtimes', ['res_1', 'res_3']),
    'what a model thought': () => findOpinions(db, 'c_1', 'x1'),
    'use of a month': () => listUsageDays(db, 'c_1', '2026-11'),
    'what search engines have not been told': () => announcing.listUntold(db, 9_000, 10),
    'jobs that wait or run': () => listActive(db),
    'the newest job of a kind': () => findLatestJob(db, 'push'),
    'when each kind of job came last': () => listLatestTimes(db, ['push', 'scrape']),
    results: () => analyses.listResults.run(view, { companyId: 'c_1', beforeId: 'res_9', limit: 5 }),
  };
}
