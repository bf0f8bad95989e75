/** What was asked for and did not run, in words. */
import type { LeftOut, RouteLanguage } from '../types.ts';

const LISTED_MAX = 8;

/** One sentence; empty where nothing was left out. */
export function tellLeftOut(leftOut: readonly LeftOut[], language: RouteLanguage = 'en'): string {
  if (leftOut.length === 0) return '';
  const isEnglish = language === 'en';
  const names = leftOut
    .slice(0, LISTED_MAX)
    .map(({ tool, target }) => (isEnglish ? `${target} (${tool})` : `${target}（${tool}）`));
  const all = `${names.join(isEnglish ? ', ' : '、')}${leftOut.length > LISTED_MAX ? ' …' : ''}`;
  return {
    en: `Left out: ${all}. One call takes up to three of a kind, three tools and six steps: ask for the rest in another.`,
    ja: `含まれていないもの：${all}。1回の呼び出しは同種3件、3ツール、6ステップまでです。残りは別にお尋ねください。`,
    zh: `未包含：${all}。一次最多同类三项、三种工具、六个步骤，其余请另行询问。`,
  }[language];
}
