/** Feed articles, in the format of newsroom.md §4.9.2. */

export interface FeedQuestion {
  question: string;
  answer: string;
}

/** A number of the text, with its unit as it is written there. */
export interface FeedFact {
  text: string;
  value: number;
  unit: string | null;
}

/** Addresses and time zone of the feed. */
export interface Site {
  /** Without a slash at its end. */
  baseUrl: string;
  /** IANA name of the service's zone. */
  zone: string;
}

/** State of the feed that each answer belongs to. */
export interface FeedState {
  epoch: number;
  /** The newest line. */
  number: number;
  /** Readers that stopped before this line may have missed a deletion. */
  horizon: number;
  changedAt: number;
}
