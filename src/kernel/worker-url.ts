/**
 * Where a worker thread finds its entry file. Node can't load TypeScript in a worker, so sources (tests, development)
 * start the compiled copy in `dist/`, which `npm run build` makes.
 */
export function resolveWorkerUrl(relativeFromSrc: string): URL {
  const here = import.meta.url;
  const file = relativeFromSrc.replace(/\.ts$/, '.js');
  return here.endsWith('.ts') ? new URL(`../../dist/src/${file}`, here) : new URL(`../${file}`, here);
}
