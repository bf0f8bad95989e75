/** Makes what upstreams write plain and short. */

/** Controls and invisible characters, which could hide instructions from people; line ends become spaces. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Variation_Selector}/gu;

export const cleanText = (text: string, charactersMax: number): string =>
  text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()
    .slice(0, charactersMax);
