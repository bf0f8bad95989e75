/** A copy of what was built, with files of a throw-away feature in it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { root } from './sources.ts';

const BUNDLER = 'src/server/bundle.mjs';

/** `files`: TypeScript by its path in the sources. */
export function copyProduct(files: Readonly<Record<string, string>>): { folder: string; drop(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-copy-'));
  for (const path of ['dist', 'presets', 'src/concierge/models', 'src/locales', 'package.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    const { code } = transformSync(text, { loader: 'ts' });
    const built = join(folder, 'dist', path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(built, code.replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
  }
  cpSync(join(root, BUNDLER), join(folder, BUNDLER));
  execFileSync(process.execPath, [join(folder, BUNDLER)]);
  return { folder, drop: () => rmSync(folder, { recursive: true, force: true }) };
}
