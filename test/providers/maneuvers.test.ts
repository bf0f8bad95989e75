import { describe, expect, it } from 'vitest';
import {
  type Action,
  type RouteLanguage,
  type Side,
  writeInstruction,
} from '../../src/providers/shared/instructions.ts';

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
      const turns = sides.map((side) => writeInstruction({ action: 'turn', side }, language));
      expect(new Set(turns).size).toBe(sides.length);
      for (const action of actions) {
        const sentence = writeInstruction({ action, side: 'left', exit: 3, street: 'A$& B' }, language);
        expect(sentence).not.toMatch(/[{}]|undefined/);
        expect(sentence.includes('A$& B')).toBe(action !== 'arrive');
        expect(/[ぁ-ん]/.test(sentence)).toBe(language === 'ja');
      }
      expect(writeInstruction({ action: 'roundabout', exit: 3 }, language)).toContain('3');
    }
  });
});
