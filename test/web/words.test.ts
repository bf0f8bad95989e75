/** Page texts: complete in each language, and no page redefines a shared one. */
import { expect, it } from 'vitest';
import { adminWords } from '../../src/web/words/admin/frame.ts';
import { newsroomWords } from '../../src/web/words/admin/newsroom.ts';
import { analyseWords } from '../../src/web/words/app/analyse.ts';
import { articleWords } from '../../src/web/words/app/articles.ts';
import { campaignWords } from '../../src/web/words/app/campaigns.ts';
import { companyWords } from '../../src/web/words/app/company.ts';
import { appWords } from '../../src/web/words/app/frame.ts';
import { lintWords } from '../../src/web/words/app/lints.ts';
import { mediaWords } from '../../src/web/words/app/media.ts';
import { releaseWords } from '../../src/web/words/app/releases.ts';
import { startWords } from '../../src/web/words/app/start.ts';
import { mailStateWords } from '../../src/web/words/mail-states.ts';
import { newsroomNames } from '../../src/web/words/newsroom-names.ts';
import { workspaceWords } from '../../src/web/words/workspace.ts';

type Table = Readonly<Record<'en' | 'ja' | 'zh', Readonly<Record<string, string>>>>;

const findClashes = (common: Table, own: Table): string[] =>
  (['en', 'ja', 'zh'] as const).flatMap((language) =>
    Object.entries(own[language]).flatMap(([name, text]) => {
      const said = common[language][name];
      return said !== undefined && said !== text ? [`${language} ${name}: ${said} / ${text}`] : [];
    }),
  );

const ofApp = {
  analyseWords,
  articleWords,
  campaignWords,
  companyWords,
  lintWords,
  mediaWords,
  releaseWords,
  startWords,
};

it.each(Object.entries({ appWords, adminWords, newsroomWords, ...ofApp }))(
  '%s keeps the words of all pages',
  (_name, own) => {
    expect(findClashes(workspaceWords, own)).toEqual([]);
  },
);

it('keeps the words of the frame on each page', () => {
  expect(Object.values(ofApp).flatMap((own) => findClashes(appWords, own))).toEqual([]);
  expect(findClashes(adminWords, newsroomWords)).toEqual([]);
  expect(findClashes(lintWords, campaignWords)).toEqual([]);
  for (const own of [campaignWords, newsroomWords, adminWords]) expect(findClashes(mailStateWords, own)).toEqual([]);
  for (const own of [mediaWords, newsroomWords, adminWords]) expect(findClashes(newsroomNames, own)).toEqual([]);
});

it('fills the same places in each language', () => {
  const places = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join(' ');
  for (const table of [appWords, adminWords, newsroomWords, workspaceWords, ...Object.values(ofApp)]) {
    for (const [name, text] of Object.entries<string>(table.en)) {
      for (const language of ['ja', 'zh'] as const) {
        const other: Readonly<Record<string, string>> = table[language];
        expect.soft(places(other[name] ?? ''), name).toBe(places(text));
      }
    }
  }
});
