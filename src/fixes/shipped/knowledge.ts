/** The fixes that ship with the product: `knowledge/<subject>.json`, checked when they are read. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const words = (max: number) => z.string().trim().min(1).max(max);

export const knownFix = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z\d]+(-[a-z\d]+)*$/)
    .max(80),
  title: words(160),
  /** Error texts and short descriptions, in any language. */
  symptoms: z.array(words(1_000)).min(2).max(30),
  cause: words(2_000),
  steps: z.array(words(1_000)).min(1).max(12),
  /** How to see that it worked. */
  verify: words(1_000),
  /** What it holds for. */
  versions: words(300),
  tags: z.array(words(60)).min(1).max(20),
});
export type KnownFix = z.output<typeof knownFix>;

const knownFile = z.strictObject({ subject: words(60), fixes: z.array(knownFix).min(1).max(500) });

/** Throws an error that names the file for anything that does not fit, and for an id that stands there twice. */
export async function readKnowledge(folder: string): Promise<KnownFix[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const fixes = new Map<string, KnownFix>();
  for (const [at, text] of texts.entries()) {
    for (const fix of parseKnowledgeFile(files[at] ?? '', text)) {
      if (fixes.has(fix.id)) throw new Error(`${files[at]}: the fix ${fix.id} stands there twice.`);
      fixes.set(fix.id, fix);
    }
  }
  return [...fixes.values()];
}

function parseKnowledgeFile(file: string, text: string): KnownFix[] {
  const result = knownFile.safeParse(JSON.parse(text));
  if (result.success) return result.data.fixes;
  const [issue] = result.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}
