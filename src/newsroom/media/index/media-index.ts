/** A copy of the media database that can be searched and ranked at once. */
import { LexicalIndex } from '../recommend/lexical-index.ts';
import { readWords } from '../recommend/media-index.ts';
import { readReleaseFeatures } from '../recommend/release-features.ts';
import type { Medium, ReleaseFeatures } from '../recommend-types.ts';
import type {
  FoundMedia,
  IndexChanges,
  IndexedMedium,
  IndexPosition,
  MediaQuery,
  RankQuery,
  Recommendations,
} from './media-index-types.ts';
import { describeWithoutHistory, recommendMedia } from './ranking.ts';
import { type ArrangedMedia, arrangeMedia, searchMedia } from './search.ts';
import { createSearchIndex, readSearchWords } from './search-index.ts';

/** Releases whose facts are kept: whoever asks for one asks again, filtered. */
const FACTS_MAX = 20;

export class MediaIndex {
  readonly #media = new Map<number, IndexedMedium>();
  readonly #withoutHistory = new Map<number, Medium>();
  readonly #words = new LexicalIndex();
  readonly #search = createSearchIndex();
  readonly #facts = new Map<string, ReleaseFeatures>();
  #arranged: ArrangedMedia | null = null;
  #position: IndexPosition = { revision: 0, id: 0 };

  get position(): IndexPosition {
    return this.#position;
  }

  learn({ media, removed, position }: IndexChanges): void {
    for (const medium of media) {
      this.#media.set(medium.id, medium);
      this.#withoutHistory.set(medium.id, describeWithoutHistory(medium));
      this.#words.set(medium.id, readWords(medium));
      this.#search.set(medium.id, readSearchWords(medium));
    }
    for (const id of removed) {
      this.#media.delete(id);
      this.#withoutHistory.delete(id);
      this.#words.delete(id);
      this.#search.delete(id);
    }
    this.#arranged = null;
    this.#position = position;
  }

  search(query: MediaQuery): FoundMedia {
    this.#arranged ??= arrangeMedia(this.#media);
    return searchMedia(this.#arranged, this.#search, query);
  }

  rank(query: RankQuery): Recommendations {
    return recommendMedia(
      { media: this.#media, withoutHistory: this.#withoutHistory },
      this.#words,
      this.#readFacts(query),
      query,
    );
  }

  #readFacts({ release, clock }: RankQuery): ReleaseFeatures {
    const key = JSON.stringify([release, new Date(clock.nowMs).toDateString()]);
    const facts = this.#facts.get(key) ?? readReleaseFeatures(release, clock);
    this.#facts.delete(key);
    this.#facts.set(key, facts);
    const oldest = this.#facts.keys().next().value;
    if (this.#facts.size > FACTS_MAX && oldest !== undefined) this.#facts.delete(oldest);
    return facts;
  }
}
