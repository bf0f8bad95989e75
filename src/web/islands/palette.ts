/** The command palette: pages, tools, documents and own calls, found as the reader types. Loaded when it is first opened. */

const QUIET_MS = 120;

interface Parts {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  list: HTMLElement;
}

function findParts(): Parts | null {
  const dialog = document.getElementById('palette');
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector('[data-results]');
  if (!(dialog instanceof HTMLDialogElement) || !input || !(list instanceof HTMLElement)) return null;
  return { dialog, input, list };
}

const parts = findParts();
const pages = parts ? [...parts.list.childNodes] : [];
let waiting: ReturnType<typeof setTimeout> | undefined;
/** Of the newest question: an older answer that comes late is left out. */
let asked = 0;

async function search({ input, list }: Parts): Promise<void> {
  asked += 1;
  const round = asked;
  const query = input.value.trim();
  if (query === '') return list.replaceChildren(...pages);
  const address = `/docs?${new URLSearchParams({ q: query })}`;
  const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!reply?.ok || round !== asked) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const results = page.getElementById('results');
  if (results === null || round !== asked) return;
  list.replaceChildren(...[...results.childNodes].map((node) => document.adoptNode(node)));
}

/** Up from the first result leads back to the field. */
function move({ input, list }: Parts, step: 1 | -1): void {
  const links = [...list.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = links[at + step];
  if (next) next.focus();
  else if (step < 0) input.focus();
}

function listen({ dialog, input, list }: Parts): void {
  const own = { dialog, input, list };
  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void search(own), QUIET_MS);
  });
  dialog.addEventListener('keydown', (event) => {
    // A search field would keep it to empty itself.
    if (event.key === 'Escape') dialog.close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(own, event.key === 'ArrowDown' ? 1 : -1);
  });
  dialog.querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    await search(own);
    list.querySelector('a')?.click();
  });
  // Beside it, not in it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
}

if (parts) {
  listen(parts);
  // Typed while this was loading.
  if (parts.input.value !== '') void search(parts);
}

export {};
