/** What shows that Japanese words stand in an order somebody would write. */

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

/** Particles and forms of verbs that never stand so: をは, 、が, ましたを, ます会社. */
const BAD_PAIR =
  /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d」』)】])(?:を[はがにでのもへ]|が[をはにの]|は[をがにの]|[にでへも]を|へ[にがは])(?![ぁ-ん])|(?:^|、)[をはがのへに](?![ぁ-ん])|(?:ます|ました|です|でした|する|した)[をへ](?![ぁ-ん])|(?:ます|ました|です|でした)(?:は(?![ぁ-ん])|[\p{Script=Han}ァ-ヴA-Za-z])/u;

/** Nouns with は, が or を, and everything that is a predicate or more than a particle. */
const STEP =
  /(?<=[\p{Script=Han}ァ-ヴーA-Za-z\d々」』)】%])(?<particle>[はがを])|(?<pause>[、,])|(?<verb>(?:さ|し|せ)(?:て|た|、|ま|れ|な|,)|す(?:る|べ)|でき|[いきしちにひみりえけせてねめれげべびぎじぐくつぬむるうっんいな](?:る|た|て|で|ま|な|、|い|く|れ|ら|,|き)|[ぁ-ん]{3,})/gu;

/**
 * Between を and the next を, は or が stands a predicate, as between two が; between two は at least a pause. Nouns alone, with particles thrown
 * between them, have none.
 */
export function isJapaneseOrder(text: string): boolean {
  // What somebody says has an order of its own, and is a noun in ours.
  const outer = text.replace(/「[^「」]*」|『[^『』]*』|“[^“”]*”/g, '「」');
  if (BAD_PAIR.test(outer)) return false;
  const open = new Set<string>();
  for (const { groups } of outer.matchAll(STEP)) {
    const particle = groups?.particle;
    if (groups?.verb !== undefined) open.clear();
    else if (particle === undefined) open.delete('は');
    else if (open.has(particle) || (particle !== 'を' && open.has('を'))) return false;
    else open.add(particle);
  }
  return true;
}
