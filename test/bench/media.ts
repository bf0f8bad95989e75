/** Part `newsroom`: searching and ranking ten thousand media, in the thread that does it, without the way there. */

import { buildDemoMedia } from '../../src/newsroom/media/demo/demo-media.ts';
import { MediaIndex } from '../../src/newsroom/media/index/media-index.ts';
import type { IndexedMedium, MediaQuery, RankQuery } from '../../src/newsroom/media/index/media-index-types.ts';
import { judge, print, printTable } from './measure.ts';

const MEDIA = 10_000;
const ROUNDS = 60;
const RANK_MS_MAX = 50;
const SEARCH_MS_MAX = 30;
const NOW_MS = Date.UTC(2026, 10, 21);

/** The demonstration media, mixed anew: what one writes about, another says of itself. */
function mixMedia(): IndexedMedium[] {
  const facts = buildDemoMedia(NOW_MS);
  return Array.from({ length: MEDIA }, (_, at) => {
    const pick = (step: number) => facts[(at * step + (at >> 4)) % facts.length] ?? facts[0];
    const [one, other, third] = [pick(1), pick(7), pick(11)];
    if (!one || !other || !third) throw new Error('There are no demonstration media');
    const { prefecture, language, type, scope, delivery, reach, verifiedAt } = one;
    return {
      ...{ id: at + 1, prefecture, language, type, scope, delivery, reach, verifiedAt },
      ...{ name: `${one.name} ${at}`, nameKana: one.nameKana, publisher: other.publisher, region: null },
      industries: one.industry,
      topics: [...one.topics, ...other.topics],
      profile: [one, other, third].map(({ profile }) => profile ?? '').join('\n'),
      recentArticles: [...one.recentArticles, ...third.recentArticles],
      ...{ emailNorm: `desk-${at}@media.example`, emailKind: 'desk', acceptsPitches: true, refusesAds: false },
      ...{ consentBasis: 'published_address', vector: null },
    };
  });
}

const query: Omit<RankQuery, 'release'> = {
  clock: { nowMs: NOW_MS, timeZone: 'Asia/Tokyo' },
  company: {
    suppressed: Array.from({ length: 200 }, (_, at) => at * 7 + 1),
    histories: Array.from({ length: 1_000 }, (_, at) => ({
      ...{ mediaId: at * 3 + 1, sent: 4, clicks: 1, replies: 0, placements: 0, lastContactedAt: 0 },
    })),
  },
  ...{ isStrict: false, topK: 50, hasReasons: true, keepsAll: false, isDiverse: true, filter: undefined, vector: null },
};

function findSlow(work: (round: number) => void): number {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const beginMs = performance.now();
    work(round);
    return performance.now() - beginMs;
  }).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS * 0.95)] ?? Number.NaN;
}

export function benchMedia(): void {
  const index = new MediaIndex();
  const beginMs = performance.now();
  index.learn({ media: mixMedia(), removed: [], position: { revision: 1, id: MEDIA } });
  const learnMs = performance.now() - beginMs;
  const body =
    '港ワークス株式会社は2026年12月1日、東京都港区で、自治体の会議の録音から議事録の下書きを作るサービスの提供を開始します。料金は月額9,800円です。試験導入した12社では、作成にかかる時間が平均で42%減りました。'.repeat(
      8,
    );
  const search: MediaQuery = {
    ...{ industry: undefined, prefecture: undefined, type: undefined, delivery: undefined },
    ...{ text: '', sort: 'name', page: 1, perPage: 50 },
  };
  index.search(search);
  // Another release each time: what is kept of one is not what is measured.
  const rankMs = findSlow((round) =>
    index.rank({
      ...query,
      release: {
        ...{ title: `議事録サービス「ミナログ」を開始 ${round}`, subtitle: null, body },
        ...{ language: 'ja', translations: [], hasPicture: false },
      },
    }),
  );
  const searchMs = findSlow((round) => index.search({ ...search, text: round % 2 ? '議事録 自治体' : '' }));
  print(`\n${MEDIA} media: milliseconds, the 95th percentile of ${ROUNDS}`);
  printTable([
    ['taken up once', 'recommendation', 'search'],
    [learnMs.toFixed(0), rankMs.toFixed(1), searchMs.toFixed(1)],
  ]);
  judge('a recommendation among ten thousand media, ms', rankMs, RANK_MS_MAX, 'at most');
  judge('a search of ten thousand media, ms', searchMs, SEARCH_MS_MAX, 'at most');
}
