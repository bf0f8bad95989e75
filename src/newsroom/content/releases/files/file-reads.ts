/** Pictures and attachments of releases: of one company, or public ones. */
import type { Selectable } from 'kysely';
import type { Db } from '../../../../database/types.ts';
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import type { ReleaseFileRow } from './tables.ts';

export type StoredFile = Selectable<ReleaseFileRow>;
/** Without the bytes. */
export type ReleaseFile = Omit<StoredFile, 'bytes'>;

/** The same sentence for a file that there isn't and for one that isn't the caller's to see. */
export const createFileMissingError = (): FareboxError => new FareboxError('NOT_FOUND', { message: 'File not found' });

export const FILE_FACTS = [
  'release_files.id',
  'release_files.company_id',
  'release_files.press_release_id',
  'release_files.article_id',
  'release_files.kind',
  'release_files.place',
  'release_files.type',
  'release_files.name',
  'release_files.alt',
  'release_files.caption',
  'release_files.credit',
  'release_files.width',
  'release_files.height',
  'release_files.size',
  'release_files.hash',
  'release_files.created_at',
] as const;

/** Pictures and attachments, each in their order. */
export function listFiles(db: Db, companyId: string, releaseId: number): Promise<ReleaseFile[]> {
  return db
    .selectFrom('release_files')
    .select(FILE_FACTS)
    .where('press_release_id', '=', releaseId)
    .where('company_id', '=', companyId)
    .orderBy('kind', 'desc')
    .orderBy('place')
    .execute();
}

export const isPictureFile = ({ kind }: Pick<ReleaseFile, 'kind'>): boolean => kind === 'picture';

/** A picture is shown to nobody else until its alt text is written. */
export const isShown = ({ kind, alt }: Pick<ReleaseFile, 'kind' | 'alt'>): boolean =>
  kind === 'attachment' || alt !== null;

export function findFile(
  db: Db,
  companyId: string,
  { releaseId, id }: { releaseId: number; id: number },
): Promise<ReleaseFile | undefined> {
  return db
    .selectFrom('release_files')
    .select(FILE_FACTS)
    .where('id', '=', id)
    .where('press_release_id', '=', releaseId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

/** Whoever asks; undefined while its article isn't public. */
export async function findPublicFile(
  db: Db,
  { articleId, id }: { articleId: number; id: number },
): Promise<ReleaseFile | undefined> {
  const file = await db
    .selectFrom('release_files')
    .innerJoin('articles', 'articles.id', 'release_files.article_id')
    .select(FILE_FACTS)
    .where('release_files.id', '=', id)
    .where('release_files.article_id', '=', articleId)
    .where('articles.is_public', '=', 1)
    .executeTakeFirst();
  return file && isShown(file) ? file : undefined;
}

/** Of files that the caller has found before. */
export async function readFileBytes(db: Db, { id }: Pick<ReleaseFile, 'id'>): Promise<Uint8Array> {
  const row = await db.selectFrom('release_files').select('bytes').where('id', '=', id).executeTakeFirst();
  if (!row) throw createFileMissingError();
  return row.bytes;
}

/** Bytes of pictures, in their order. */
export async function readImages(db: Db, pictures: readonly ReleaseFile[]): Promise<Uint8Array[]> {
  const images: Uint8Array[] = [];
  for (const picture of pictures) images.push(await readFileBytes(db, picture));
  return images;
}
