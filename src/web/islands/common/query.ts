/** Keeps a page's choices in its URL, so that they survive reloads, can be shared, and work with the back button. */
import { useEffect, useState } from 'preact/hooks';

const readParam = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** One of `choices`; `usual` where the address says nothing that is one of them. */
export function useChoice<V extends string>(
  name: string,
  choices: readonly V[],
  usual: NoInfer<V>,
): [V, (value: V) => void] {
  const [text, setText] = useParam(name);
  return [choices.find((choice) => choice === text) ?? usual, (value) => setText(value === usual ? '' : value)];
}

/** Empty where the address does not have it. */
export function useParam(name: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => readParam(name));
  useEffect(() => {
    const follow = (): void => setValue(readParam(name));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [name]);
  const choose = (next: string): void => {
    const query = new URLSearchParams(location.search);
    if (next === '') query.delete(name);
    else query.set(name, next);
    const text = query.toString();
    history.pushState(null, '', text === '' ? location.pathname : `?${text}`);
    setValue(next);
  };
  return [value, choose];
}
