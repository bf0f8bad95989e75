/** Changes of a release's pictures and attachments. A public release changes in the feed at once. */
import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../../database/define.ts';
import { sumOf } from '../../../../database/dialect.ts';
import type { Tx } from '../../../../database/types.ts';
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../../../kernel/tool/input.ts';
import { showReleaseFiles } from '../../articles/writes.ts';
import { lockRelease } from '../lock-writes.ts';
import { createFileMissingError, FILE_FACTS, findFile, isShown, listFiles, type ReleaseFile } from './file-reads.ts';
import type { ReleaseFileRow } from './tables.ts';
import { type CheckedFile, COMPANY_BYTES_MAX, FILES_MAX, RELEASE_BYTES_MAX } from './types.ts';

export type FileTexts = Pick<ReleaseFileRow, 'alt' | 'caption' | 'credit'>;

export interface NewFile {
  companyId: string;
  releaseId: number;
  file: CheckedFile & FileTexts;
  claim: WriteClaim | undefined;
}

/** Comes last of its kind. Throws NOT_FOUND, and TOO_LARGE beyond the limits of the release or the company. */
export const addFile = defineWrite(
  'releases.addFile',
  (tx: Tx, { claim, ...input }: NewFile): Promise<FinishedWrite<ReleaseFile>> =>
    writeOnce(tx, claim, () => insertFile(tx, input)),
);

async function insertFile(tx: Tx, { companyId, releaseId, file }: Omit<NewFile, 'claim'>): Promise<ReleaseFile> {
  const { article_id } = await lockRelease(tx, companyId, releaseId);
  const files = await listFiles(tx.db, companyId, releaseId);
  const alike = files.filter(({ kind }) => kind === file.kind);
  if (alike.length >= FILES_MAX) throw createFullError(`The release has ${FILES_MAX} ${file.kind}s already.`);
  const { byteLength: size } = file.bytes;
  if (sumSizes(files) + size > RELEASE_BYTES_MAX) {
    throw createFullError(`All files of a release together may have ${RELEASE_BYTES_MAX / 1024 / 1024} MiB.`);
  }
  if ((await sumCompanyBytes(tx, companyId)) + size > COMPANY_BYTES_MAX) {
    throw createFullError('The files of the company have reached its storage limit.');
  }
  const { bytes, ...facts } = file;
  const row = {
    ...facts,
    company_id: companyId,
    press_release_id: releaseId,
    article_id,
    place: alike.length + 1,
    size,
    created_at: tx.nowMs,
    // Both databases take a Buffer; what crosses a thread arrives as a plain array of bytes.
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
  const added = await tx.db.insertInto('release_files').values(row).returning(FILE_FACTS).executeTakeFirstOrThrow();
  await showFiles(tx, article_id, [...files, added]);
  return added;
}

const createFullError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Delete files that are not needed.' });

const sumSizes = (files: readonly ReleaseFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

async function sumCompanyBytes({ db }: Tx, companyId: string): Promise<number> {
  const query = db.selectFrom('release_files').select(sumOf('size').as('bytes')).where('company_id', '=', companyId);
  return (await query.executeTakeFirstOrThrow()).bytes;
}

export interface FileUpdate {
  companyId: string;
  releaseId: number;
  id: number;
  /** Undefined fields keep their values. */
  changes: { [K in keyof FileTexts]?: FileTexts[K] | undefined };
  /** From 1, within its kind; a higher one than there are is the last. */
  place: number | undefined;
}

/** Throws NOT_FOUND, and INVALID_INPUT for the alt text of an attachment. */
export const updateFile = defineWrite(
  'releases.updateFile',
  async (tx: Tx, update: FileUpdate): Promise<ReleaseFile> => {
    const { companyId, releaseId, id, changes, place } = update;
    const { article_id } = await lockRelease(tx, companyId, releaseId);
    const file = await findFile(tx.db, companyId, { releaseId, id });
    if (!file) throw createFileMissingError();
    if (file.kind === 'attachment' && changes.alt) throw createAltError();
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length > 0) {
      await tx.db.updateTable('release_files').set(given).where('id', '=', id).execute();
    }
    const files = await listFiles(tx.db, companyId, releaseId);
    const alike = files.filter(({ kind }) => kind === file.kind);
    if (place !== undefined) {
      const others = alike.filter((other) => other.id !== id);
      await arrange(tx, [...others.slice(0, place - 1), file, ...others.slice(place - 1)]);
    }
    const arranged = await listFiles(tx.db, companyId, releaseId);
    await showFiles(tx, article_id, arranged);
    return arranged.find((other) => other.id === id) ?? file;
  },
);

export const createAltError = (): FareboxError =>
  createInvalidInputError([{ path: 'alt', message: 'Only pictures have an alt text' }]);

export const deleteFile = defineWrite(
  'releases.deleteFile',
  async (tx: Tx, { companyId, releaseId, id }: Pick<FileUpdate, 'companyId' | 'releaseId' | 'id'>): Promise<void> => {
    const { article_id } = await lockRelease(tx, companyId, releaseId);
    const file = await findFile(tx.db, companyId, { releaseId, id });
    if (!file) throw createFileMissingError();
    await tx.db.deleteFrom('release_files').where('id', '=', id).execute();
    const files = await listFiles(tx.db, companyId, releaseId);
    await arrange(
      tx,
      files.filter(({ kind }) => kind === file.kind),
    );
    await showFiles(tx, article_id, files);
  },
);

/** With their release. */
export async function deleteFiles({ db }: Tx, releaseId: number): Promise<void> {
  await db.deleteFrom('release_files').where('press_release_id', '=', releaseId).execute();
}

/** Gives places to files of one kind, in this order. */
async function arrange({ db }: Tx, files: readonly ReleaseFile[]): Promise<void> {
  for (const [at, { id, place }] of files.entries()) {
    if (place !== at + 1)
      await db
        .updateTable('release_files')
        .set({ place: at + 1 })
        .where('id', '=', id)
        .execute();
  }
}

/** The first picture stands for the article. */
async function showFiles(tx: Tx, articleId: number, files: readonly ReleaseFile[]): Promise<void> {
  const first = files.find((file) => file.kind === 'picture' && isShown(file));
  await showReleaseFiles(tx, articleId, first?.id ?? null);
}
