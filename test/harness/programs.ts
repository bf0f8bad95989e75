/** Programs that some tests need and many machines have; their cases are skipped, with a line that says so, elsewhere. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** `debianPackage`: null for what Debian lacks. */
function pathOf(name: string, debianPackage: string | null = name): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found !== undefined) return found;
  const remedy = debianPackage === null ? '' : ` (apt-get install ${debianPackage})`;
  process.stdout.write(`There is no ${name} on this machine: its cases are skipped${remedy}.\n`);
  return null;
}

export const programs = {
  actionlint: pathOf('actionlint', null),
  espeak: pathOf('espeak-ng'),
  helm: pathOf('helm', null),
  lame: pathOf('lame'),
  pdftoppm: pathOf('pdftoppm', 'poppler-utils'),
  pdftotext: pathOf('pdftotext', 'poppler-utils'),
  setpriv: pathOf('setpriv', 'util-linux'),
  systemdAnalyze: pathOf('systemd-analyze', 'systemd'),
  unshare: pathOf('unshare', 'util-linux'),
};
