/** Files on their way to a release: one after another, with how far each has come. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { upload } from '../../common/workspace.ts';
import { onReleases } from '../say.ts';

const FILE_BYTES_MAX = 8 * 1024 * 1024;
const FILE_MIB_MAX = 8;

export interface Uploads {
  /** The one that is on its way. */
  current: { name: string; share: number } | undefined;
  /** Names of those that have arrived since the last choice. */
  added: readonly string[];
  /** Of files that were refused. */
  errors: readonly { name: string; error: unknown }[];
  send(files: Iterable<File>): void;
}

export function useUploads(releaseId: number, onAdded: () => void): Uploads {
  const [current, setCurrent] = useState<Uploads['current']>();
  const [added, setAdded] = useState<Uploads['added']>([]);
  const [errors, setErrors] = useState<Uploads['errors']>([]);
  const line = useRef(Promise.resolve());
  const send = (files: Iterable<File>): void => {
    setAdded([]);
    setErrors([]);
    for (const file of files) {
      const { name } = file;
      line.current = line.current
        .then(async () => {
          setCurrent({ name, share: 0 });
          await sendFile(releaseId, file, (share) => setCurrent({ name, share }));
          setAdded((before) => [...before, name]);
          onAdded();
        })
        .catch((error: unknown) => setErrors((before) => [...before, { name, error }]))
        .finally(() => setCurrent(undefined));
    }
  };
  return { current, added, errors, send };
}

async function sendFile(releaseId: number, file: File, onProgress: (share: number) => void): Promise<void> {
  if (file.size > FILE_BYTES_MAX) throw new Error(onReleases('fileTooLarge', { count: FILE_MIB_MAX }));
  const form = new FormData();
  form.set('name', file.name.slice(-100));
  form.set('file', file);
  await upload(`/api/press-release/${releaseId}/files`, form, onProgress);
}

/** Pasted pictures go to the release, wherever the caret is; pasted text stays text. */
export function usePastedFiles(send: (files: Iterable<File>) => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      const { clipboardData: data } = event;
      if (!data || data.files.length === 0 || data.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current([...data.files]);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}
