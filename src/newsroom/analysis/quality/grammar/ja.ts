/** Detects plausible Japanese word order. */

/** Particles directly behind a word that isn't written in hiragana. */
export const JAPANESE_PARTICLE =
  /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d」』)】%々])(?:から|まで|より|は|が|を|に|で|と|の|も|へ)/gu;

const END = /(?:[。!?]|ます|です|した|する|ある|いる|ない|れる)[」』”"')】]*$/;
/** A sentence that ends with a particle, or with a noun that nothing leads to, has been thrown together. */
const BAD_END = /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d」』)】%々])(?:から|まで|より|は|が|を|に|で|と|の|も|へ)[。!?]*$/u;
const NOUN_END = /[\p{Script=Han}ァ-ヴーA-Za-z\d々][。!?]+$/u;
const NOUN_END_WITH_PARTICLE = /[をにがはへで、も][\p{Script=Han}ァ-ヴーA-Za-z\d]{2,16}[。!?]+$/u;

export const endsJapanese = (text: string): boolean =>
  END.test(text) && !BAD_END.test(text) && (!NOUN_END.test(text) || NOUN_END_WITH_PARTICLE.test(text));

/** Particles and forms of verbs that never stand so: をは, 、が, をます, ましたを, ます会社. */
const BAD_PAIR =
  /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d」』)】])(?:を[はがにでのもへ]|が[をはにの]|は[をがにの]|[にでへも]を|へ[にがは])(?![ぁ-ん])|(?:^|、)[をはがのへに](?![ぁ-ん])|[をはが](?:ます|まし[たて]|です)|ます[にてをへ]|がを|をが(?!ん)|はを|ではに(?!ぎ)|\d(?:[がをはへ]|した)(?![ぁ-ん])|(?:ます|ました|です|でした|する|した)[をへ](?![ぁ-ん])|(?:ます|ました|です|でした)(?:は(?![ぁ-ん])|[\p{Script=Han}ァ-ヴA-Za-z\d])/u;

/** A noun before する that nobody does: 68%します, 東京都しました. */
const NO_DEED = /[%日円社都市県町村長品者](?:します|しました|する)[。!?]*$/u;

/** Nouns with a particle of case or topic, pauses, and everything that is a predicate. */
const STEP =
  /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d々」』)】%])(?<particle>から|まで|より|[はがをもにでへと])(?!いう|して|って|(?<=で)[すしき])|(?<pause>[、,])|(?<verb>(?:さ|し|せ)(?:て|た|、|ま|れ|な|,)|す(?:る|べ)|でき|[いきしちにひみりえけせてねめれげべびぎじぐくつぬむるうっんいなと](?:る|た|て|で|ま|な|、|い|く|れ|ら|,|き)|[ぁ-ん]{3,}|(?<=\p{Script=Han})[いうくぐすつぬぶむる](?![ぁ-ん]))/gu;

/** Largest number of times that a particle precedes one predicate; together no more than `PARTICLES_MAX`. */
const TIMES: Readonly<Record<string, number>> = {
  は: 1,
  が: 1,
  を: 1,
  も: 1,
  から: 1,
  まで: 1,
  より: 1,
  へ: 1,
  に: 2,
  で: 2,
  と: 2,
};
const PARTICLES_MAX = 4;
/** A noun ruled by a particle, of all characters, is this rare at least. */
const PARTICLE_SHARE = 0.2;

/**
 * A predicate closes what leads to it: before one stand few particles, は, が and を once each, nothing but を's predicate after
 * を. Nouns alone with particles thrown between them have no predicates.
 */
export function isJapaneseOrder(text: string): boolean {
  // What somebody says has an order of its own, and is a noun in ours.
  const outer = text.replace(/「[^「」]*」|『[^『』]*』|“[^“”]*”/g, '「」');
  if (BAD_PAIR.test(outer) || NO_DEED.test(outer)) return false;
  const open = new Map<string, number>();
  let count = 0;
  let total = 0;
  for (const { groups } of outer.matchAll(STEP)) {
    const particle = groups?.particle;
    if (groups?.verb !== undefined) {
      open.clear();
      count = 0;
    } else if (particle === undefined) {
      open.delete('は');
      count = Math.max(0, count - 1);
    } else {
      const times = (open.get(particle) ?? 0) + 1;
      count++;
      total++;
      if (times > (TIMES[particle] ?? 1) || count > PARTICLES_MAX) return false;
      if ((particle === 'は' || particle === 'が') && open.has('を')) return false;
      open.set(particle, times);
    }
  }
  return total < 4 || total <= PARTICLE_SHARE * outer.length;
}
