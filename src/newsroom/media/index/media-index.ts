/** A copy of the media database that can be searched and ranked at once. */
import { LexicalIndex } from '../recommend/lexical-index.ts';
import { readWords } from '../recommend/media-index.ts';
import { readReleaseFeatures } from '../recommend/release-features.ts';
import type { Medium, ReleaseFeatures } from '../recommend-types.ts';
import type {
  DeskChanges,
  DeskMedium,
  DeskPosition,
  FoundMedia,
  MediaQuery,
  RankQuery,
  Recommendations,
} from './media-index-types.ts';
import { describeStranger, recommendMedia } from './ranking.ts';
import { arrangeMedia, type MediaShelf, searchMedia } from './search.ts';
import { createSearchIndex, readSearchWords } from './search-index.ts';

/** Releases whose facts are kept: whoever asks for one asks again, filtered. */
const FACTS_MAX = 20;

export class MediaDesk {
  readonly #media = new Map<number, DeskMedium>();
  readonly #strangers = new Map<number, Medium>();
  readonly #words = new LexicalIndex();
  readonly #search = createSearchIndex();
  readonly #facts = new Map<string, ReleaseFeatures>();
  #shelf: MediaShelf | null = null;
  #position: DeskPosition = { revision: 0, id: 0 };

  get position(): DeskPosition {
    return this.#position;
  }

  learn({ media, removed, position }: DeskChanges): void {
    for (const medium of media) {
      this.#media.set(medium.id, medium);
      this.#strangers.set(medium.id, describeStranger(medium));
      this.#words.set(medium.id, readWords(medium));
      this.#search.set(medium.id, readSearchWords(medium));
    }
    for (const id of removed) {
      this.#media.delete(id);
      this.#strangers.delete(id);
      this.#words.delete(id);
      this.#search.delete(id);
    }
    this.#shelf = null;
    this.#position = position;
  }

  search(query: MediaQuery): FoundMedia {
    this.#shelf ??= arrangeMedia(this.#media);
    return searchMedia(this.#shelf, this.#search, query);
  }

  rank(query: RankQuery): Recommendations {
    return recommendMedia(
      { media: this.#media, strangers: this.#strangers },
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
