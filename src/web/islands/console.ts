/** The console of the API reference: another operation comes without a new page, so that a typed key stays where it is. */
import { startRunners } from './runner/runner.tsx';

const PLACES = ['form[data-choose]', '#operation'];

async function open(address: string): Promise<void> {
  const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!reply?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  for (const place of PLACES) {
    const next = page.querySelector(place);
    if (next) document.querySelector(place)?.replaceWith(document.adoptNode(next));
  }
  start();
}

/** A choice leads to its operation at once; a choice of a section to its first one. */
function start(): void {
  const form = document.querySelector('form[data-choose]');
  if (!(form instanceof HTMLFormElement)) return;
  for (const button of form.querySelectorAll('button')) button.hidden = true;
  form.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const { name } = target;
    const address = `${form.action}?${new URLSearchParams({ [name]: target.value })}`;
    history.pushState(null, '', address);
    await open(address);
    document.querySelector<HTMLSelectElement>(`form[data-choose] select[name=${name}]`)?.focus();
  });
  startRunners();
}

addEventListener('popstate', () => void open(location.href));
start();
