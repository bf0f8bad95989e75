/** Where a worker thread finds its entry file, of which `npm run build` makes a bundle. */
export function resolveWorkerUrl(relativeFromSrc: string): URL {
  const here = import.meta.url;
  const bundles = new URL(here.endsWith('.ts') ? '../../dist/bundle/' : '../../bundle/', here);
  return new URL(`${relativeFromSrc.replace(/\.ts$/, '').replaceAll('/', '-')}.js`, bundles);
}
