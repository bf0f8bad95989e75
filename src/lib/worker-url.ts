/** Finds the bundled entry file of a worker thread. */
export function resolveWorkerUrl(relativeFromSrc: string): URL {
  const here = import.meta.url;
  const bundles = new URL(here.endsWith('.ts') ? '../../dist/bundle/' : '../../bundle/', here);
  return new URL(`${relativeFromSrc.replace(/\.ts$/, '').replaceAll('/', '-')}.js`, bundles);
}
