/** Script of every page: theme, language and copy buttons. */

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const COPIED_MS = 2_000;
/** Holds no secret: that somebody has signed in here, and has not left. */
const SIGNED_IN = 'farebox.in';
/** See `islands/app/releases/kept-draft.ts`. */
const DRAFTS = 'farebox.draft.';
const CODE_LANGUAGE = 'farebox.code';

/** A wish of the reader that holds no secret, kept for a year. */
function remember(name: 'theme' | 'lang', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

function switchTheme(): void {
  const { documentElement: root } = document;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = isDark ? 'light' : 'dark';
  root.dataset.theme = theme;
  remember('theme', theme);
}

function switchLanguage(language: string): void {
  remember('lang', language);
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}

/** Each block of code gets a button; the code itself stays what is selected and read aloud. */
function addCopyButton(block: HTMLElement): void {
  const { copy = '', copied = '' } = document.body.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(() => {
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, COPIED_MS);
    });
  });
  block.append(button);
}

/** Also for blocks that come later, which show the language of code that was chosen before. */
function addCopyButtons(): void {
  const blocks = [...document.querySelectorAll('.code:not(:has(> .copy))')];
  for (const block of blocks) if (block instanceof HTMLElement) addCopyButton(block);
  const kept = localStorage.getItem(CODE_LANGUAGE);
  if (blocks.length > 0 && kept !== null) showCodeIn(kept);
}

document.querySelector('[data-theme-switch]')?.addEventListener('click', switchTheme);
/** Whoever signs out leaves nothing unpublished behind. */
function dropDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFTS)) localStorage.removeItem(name);
}

/** The way in becomes the way on where somebody is signed in; only the server knows whether they still are. */
function showWhoIsIn(): void {
  const door = document.querySelector('a[data-signed-in]');
  if (document.querySelector('[data-account]')) localStorage.setItem(SIGNED_IN, '1');
  else if (door instanceof HTMLAnchorElement) {
    if (location.pathname === '/login') localStorage.removeItem(SIGNED_IN);
    if (new URLSearchParams(location.search).has('left')) dropDrafts();
    if (localStorage.getItem(SIGNED_IN) === null) return;
    door.textContent = door.dataset.signedIn ?? '';
    door.href = '/dashboard';
  }
}

/** On a phone the pages of an area stand in a row that is longer than the screen. */
function showOpenPage(): void {
  const open = document.querySelector('.area-link[aria-current]');
  const bar = open?.closest('.area-bar');
  if (!bar || !(open instanceof HTMLElement)) return;
  bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.offsetWidth) / 2;
}

/** A dot beside the link says how this server is, once everything else is there. */
async function showHealth(): Promise<void> {
  const link = document.querySelector('a[data-health]');
  if (!(link instanceof HTMLAnchorElement)) return;
  const isWell = await fetch(link.href).then(
    ({ ok }) => ok,
    () => false,
  );
  link.dataset.health = isWell ? 'well' : 'ill';
  link.title = (isWell ? link.dataset.well : link.dataset.ill) ?? '';
}

/** All blocks show the language of code that was chosen in one of them, on every page. */
function showCodeIn(name: string): void {
  for (const choice of document.querySelectorAll('[data-tabs] input'))
    if (choice instanceof HTMLInputElement && choice.value === name) choice.checked = true;
}

function followCodeLanguage(): void {
  const kept = localStorage.getItem(CODE_LANGUAGE);
  if (kept !== null) showCodeIn(kept);
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-tabs]')) return;
    localStorage.setItem(CODE_LANGUAGE, target.value);
    // What was chosen stays where it is, though blocks above it change their height.
    const before = target.getBoundingClientRect().top;
    showCodeIn(target.value);
    scrollBy(0, target.getBoundingClientRect().top - before);
  });
}

/** Buttons beside IDs, also those that come later. */
function copyId({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest('[data-copy-text]') : null;
  if (!(button instanceof HTMLElement)) return;
  const { title } = button;
  void navigator.clipboard.writeText(button.dataset.copyText ?? '').then(() => {
    button.classList.add('done');
    button.title = document.body.dataset.copied ?? '';
    setTimeout(() => {
      button.classList.remove('done');
      button.title = title;
    }, COPIED_MS);
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Opens at once, so that nothing typed is lost; its script is loaded when it is first opened. */
function openPalette(): void {
  const dialog = document.getElementById('palette');
  const address = dialog?.dataset.script;
  if (!(dialog instanceof HTMLDialogElement) || dialog.open || address === undefined) return;
  dialog.showModal();
  dialog.querySelector('input')?.select();
  void import(address);
}

function openShortcuts(): void {
  const dialog = document.getElementById('shortcuts');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

function takeKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isPalette = (key === 'k' && (ctrlKey || metaKey) && !altKey) || (key === '/' && !isTyping(target));
  const isHelp = key === '?' && !isTyping(target);
  if ((!isPalette && !isHelp) || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  if (isPalette) openPalette();
  else openShortcuts();
}

document.addEventListener('keydown', takeKey);
document.querySelector('[data-palette]')?.addEventListener('click', openPalette);
addEventListener('load', () => void showHealth());
document.addEventListener('click', copyId);
followCodeLanguage();
showOpenPage();
showWhoIsIn();
const languages = document.querySelector('[data-language-switch]');
if (languages instanceof HTMLSelectElement) languages.addEventListener('change', () => switchLanguage(languages.value));
if (window.isSecureContext) {
  addCopyButtons();
  new MutationObserver(addCopyButtons).observe(document.body, { childList: true, subtree: true });
}

export {};
