/**
 * Is the lock file whole? No address of a registry in it, and every optional dependency of every entry has its own:
 * what is missing there breaks `npm ci` on other systems.
 */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(text);
const faults = [];
if (text.includes('"resolved"')) faults.push('The lock file holds addresses of a registry.');
for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const name of Object.keys(optionalDependencies)) {
    if (!found(path, name))
      faults.push(`${path || 'The root'} has the optional dependency ${name}, which is not locked.`);
  }
}
process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'whole\n');
process.exitCode = faults.length > 0 ? 1 : 0;

/** As Node resolves it: below the package itself, then below each folder above. */
function found(path, name) {
  const segments =
    path === ''
      ? []
      : path
          .split('node_modules/')
          .slice(1)
          .map((part) => part.replace(/\/$/, ''));
  for (let depth = segments.length; depth >= 0; depth--) {
    const above = segments.slice(0, depth).map((part) => `node_modules/${part}`);
    if (packages[[...above, `node_modules/${name}`].join('/')]) return true;
  }
  return false;
}
