/** Pictures and attachments of a release: added by choice, drop or paste, described and put in order. */
import { useState } from 'preact/hooks';
import { describeFile } from '../../../components/release-files.tsx';
import { Failure, type Reading, Show, SureButton, useAction } from '../../common/parts.tsx';
import { ask, language, toPercent } from '../../common/workspace.ts';
import { onReleases, t } from '../say.ts';
import type { Release, ReleaseFile, ReleaseFileList } from '../types.ts';
import { type Uploads, usePastedFiles, useUploads } from './uploads.ts';

const TYPES = 'image/png,image/jpeg,application/pdf';

interface FilesProps {
  release: Release;
  reading: Reading<ReleaseFileList>;
}

export function ReleaseFiles({ release, reading }: FilesProps) {
  const uploads = useUploads(release.press_release_id, reading.reload);
  usePastedFiles(uploads.send);
  return (
    <section id="files" aria-labelledby="files-title">
      <h2 id="files-title">{onReleases('files')}</h2>
      <DropField uploads={uploads} />
      <UploadState uploads={uploads} />
      <Show loaded={reading}>
        {({ pictures, attachments }) => (
          <>
            {[pictures, attachments].map((files) =>
              files.length === 0 ? null : (
                <ol key={files[0]?.kind} class="release-files">
                  {files.map((file) => (
                    <FileItem
                      key={file.file_id}
                      file={file}
                      count={files.length}
                      isPublished={release.status === 'published'}
                      onChange={reading.reload}
                    />
                  ))}
                </ol>
              ),
            )}
          </>
        )}
      </Show>
    </section>
  );
}

function DropField({ uploads }: { uploads: Uploads }) {
  const [isOver, setOver] = useState(false);
  return (
    <fieldset
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        uploads.send([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label>
        <span>{onReleases('addFiles')}</span>
        <input
          type="file"
          accept={TYPES}
          multiple
          aria-describedby="files-note"
          onChange={({ currentTarget }) => {
            uploads.send([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      <p id="files-note" class="note">
        {onReleases('filesNote')}
      </p>
    </fieldset>
  );
}

function UploadState({ uploads: { current, added, errors } }: { uploads: Uploads }) {
  return (
    <>
      {current && (
        <p class="note">
          <progress aria-label={onReleases('uploading', { name: current.name })} max={1} value={current.share} />{' '}
          {onReleases('uploading', { name: current.name })} {toPercent(current.share)}
        </p>
      )}
      <p role="status" class="note">
        {added.length > 0 && onReleases('added', { names: added.join(t('comma')) })}
      </p>
      {errors.map(({ name, error }, index) => (
        <div key={String(index)}>
          <strong>{name}</strong> <Failure error={error} />
        </div>
      ))}
    </>
  );
}

interface ItemProps {
  file: ReleaseFile;
  /** Of its kind. */
  count: number;
  isPublished: boolean;
  onChange: () => void;
}

function FileItem({ file, count, isPublished, onChange }: ItemProps) {
  const { isBusy, error, run } = useAction();
  const { file_id: id, press_release_id: releaseId, name, kind, place, alt, path } = file;
  const own = `/api/press-release/${releaseId}/files/${id}` as const;
  const change = (changes: object): void =>
    run(async () => {
      await ask('PUT', own, changes);
      onChange();
    });
  const move = (to: number, word: 'moveUp' | 'moveDown') => (
    <button
      class="second short"
      type="button"
      disabled={isBusy || to < 1 || to > count}
      aria-label={onReleases(word, { name })}
      onClick={() => change({ place: to })}
    >
      {word === 'moveUp' ? '↑' : '↓'}
    </button>
  );
  return (
    <li>
      {kind === 'picture' && <img src={path} alt={alt ?? ''} />}
      <div>
        <p>
          <a href={path} download>
            {name}
          </a>{' '}
          <small>{describeFile(file, language)}</small>{' '}
          {kind === 'picture' && place === 1 && <span class="tag">{onReleases('sharePicture')}</span>}
        </p>
        {kind === 'picture' && alt === null && (
          <p class="fault">{onReleases(isPublished ? 'notPublicYet' : 'altNeeded')}</p>
        )}
        <Texts file={file} onChange={change} />
        <p class="actions">
          {count > 1 && move(place - 1, 'moveUp')}
          {count > 1 && move(place + 1, 'moveDown')}
          <SureButton
            label={t('remove')}
            question={onReleases('removeSure', { name })}
            isDanger
            act={async () => {
              await ask('DELETE', own);
              onChange();
            }}
          />
        </p>
        {error !== undefined && <Failure error={error} />}
      </div>
    </li>
  );
}

const FIELDS = [
  ['alt', 'altText', 500],
  ['caption', 'caption', 500],
  ['credit', 'credit', 200],
] as const;

/** Saved when the reader leaves a field. */
function Texts({ file, onChange }: { file: ReleaseFile; onChange: (changes: object) => void }) {
  const isPicture = file.kind === 'picture';
  const shown = isPicture ? FIELDS : FIELDS.filter(([name]) => name === 'caption');
  return (
    <>
      {shown.map(([name, word, charsMax]) => (
        <div key={name} class="field">
          <label for={`${name}-${file.file_id}`}>{onReleases(isPicture ? word : 'fileTitle')}</label>
          <input
            id={`${name}-${file.file_id}`}
            defaultValue={file[name] ?? ''}
            maxLength={charsMax}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
          />
        </div>
      ))}
    </>
  );
}
