/** `/tools`, `/docs` and `/pricing`: results as the reader types. Without it the form asks for the page again. */

const QUIET_MS = 150;

const form = document.querySelector('main :is(search form, form[data-live])');
let waiting: ReturnType<typeof setTimeout> | undefined;
/** Of the newest question: an older answer that comes late is left out. */
let asked = 0;

async function update(filters: HTMLFormElement): Promise<void> {
  asked += 1;
  const round = asked;
  const query = new URLSearchParams();
  const isRepeated = 'live' in filters.dataset;
  for (const [name, value] of new FormData(filters)) if (isRepeated || value !== '') query.append(name, String(value));
  const { pathname } = new URL(filters.action);
  const address = query.size === 0 ? pathname : `${pathname}?${query}`;
  const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!reply?.ok || round !== asked) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const results = page.getElementById('results');
  if (results === null || round !== asked) return;
  document.getElementById('results')?.replaceWith(document.adoptNode(results));
  history.replaceState(null, '', address);
}

if (form instanceof HTMLFormElement) {
  // A button that adds a row stays.
  if (!('live' in form.dataset)) for (const button of form.querySelectorAll('button')) button.hidden = true;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void update(form), QUIET_MS);
  });
  form.addEventListener('submit', (event) => {
    if ('live' in form.dataset) return;
    event.preventDefault();
    clearTimeout(waiting);
    void update(form);
  });
}

export {};
