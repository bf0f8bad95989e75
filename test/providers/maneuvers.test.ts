import { describe, expect, it } from 'vitest';
import { type Action, instructionOf, type RouteLanguage, type Side } from '../../src/providers/maneuvers.ts';

const languages: readonly RouteLanguage[] = ['en', 'ja', 'zh'];
const actions: readonly Action[] = [
  'depart',
  'arrive',
  'turn',
  'continue',
  'merge',
  'ramp',
  'fork',
  'roundabout',
  'leave roundabout',
];
const sides: readonly Side[] = [
  'uturn',
  'sharp right',
  'right',
  'slight right',
  'straight',
  'slight left',
  'left',
  'sharp left',
];

describe('instructionOf', () => {
  it('has a sentence of its own for every turn in every language', () => {
    for (const language of languages) {
      const turns = sides.map((side) => instructionOf({ action: 'turn', side }, language));
      expect(new Set(turns).size).toBe(sides.length);
      for (const action of actions) {
        const sentence = instructionOf({ action, side: 'left', exit: 3, street: 'A$& B' }, language);
        expect(sentence).not.toMatch(/[{}]|undefined/);
        expect(sentence.includes('A$& B')).toBe(action !== 'arrive');
        expect(/[ぁ-ん]/.test(sentence)).toBe(language === 'ja');
      }
      expect(instructionOf({ action: 'roundabout', exit: 3 }, language)).toContain('3');
    }
  });
});
