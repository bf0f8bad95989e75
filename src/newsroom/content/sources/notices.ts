/** Finds notices about email next to an address. Rules: newsroom.md §10.2. */
import { findEmails } from '../../analysis/mentions/addresses.ts';

export interface Notices {
  /** Advertising is refused. */
  refusesAds: boolean;
  /** The address with what stands around it; null where it does not stand there. */
  evidence: string | null;
}

/** A refusal and the address that it is about are not further apart. */
const NEAR = 200;
const REFUSAL =
  /(?:広告|営業|勧誘|セールス)[^。\n]{0,20}(?:お断り|おことわり|ご遠慮|固くお断り)|no (?:solicitations?|soliciting|solicitors|advertising|sales (?:calls|e?-?mails?))|(?:谢绝|謝絕|拒绝|拒絕)(?:[^。\n]{0,6})(?:推销|推銷|广告|廣告)/giu;

/** A refusal counts beside an address: elsewhere it may be what an article is about. */
export function readNotices(text: string, email: string | null): Notices {
  const plain = text.normalize('NFKC');
  const addresses = findEmails(plain);
  const refusals = [...plain.matchAll(REFUSAL)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));
  const refusesAds = refusals.some((refusal) =>
    addresses.some(({ start, end }) => start - refusal.end <= NEAR && refusal.start - end <= NEAR),
  );
  const address = email?.toLowerCase();
  const own = addresses.find(({ start, end }) => plain.slice(start, end).toLowerCase() === address);
  const evidence = own
    ? plain
        .slice(Math.max(0, own.start - NEAR), own.end + NEAR)
        .toWellFormed()
        .trim()
    : null;
  return { refusesAds, evidence };
}
