/** Programs that some tests need and many machines have; their cases are skipped, with a line that says so, elsewhere. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

function pathOf(name: string, debianPackage = name): string | null {
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
  process.stdout.write(
    `There is no ${name} on this machine: its cases are skipped (apt-get install ${debianPackage}).\n`,
  );
  return null;
}

export const programs = {
  espeak: pathOf('espeak-ng'),
  lame: pathOf('lame'),
  pdftoppm: pathOf('pdftoppm', 'poppler-utils'),
  pdftotext: pathOf('pdftotext', 'poppler-utils'),
};
