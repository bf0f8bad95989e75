/** Section `plugins` of `farebox.yaml`. */
import { z } from 'zod';
import { text } from './values.ts';

const PLUGINS_MAX = 50;

export const plugins = z
  .array(text(1_000))
  .max(PLUGINS_MAX, `must have at most ${PLUGINS_MAX} plugins`)
  .describe('Folders, as ./acme, or npm packages with tool files that import defineTool from farebox/tool.');
