import { expect, it } from 'vitest';
import { openImports } from '../../../../src/newsroom/media/imports/import-file.ts';

it('a folder that is not there holds no file, and leads to no other', async () => {
  const imports = openImports('/nowhere/import');
  await expect(imports.read('media.json')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(imports.read('../media.json')).rejects.toMatchObject({ facts: { reason: 'path_not_allowed' } });
});
