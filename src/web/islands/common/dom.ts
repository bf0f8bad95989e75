/** Finds the elements that a page's script needs. They are part of the page, so a missing one is a defect. */

type Kind<E extends HTMLElement> = abstract new () => E;

/** The element with this id; throws when the page has none, or one of another kind. */
export function byId(id: string): HTMLElement;
export function byId<E extends HTMLElement>(id: string, kind: Kind<E>): E;
export function byId(id: string, kind: Kind<HTMLElement> = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`This page has no ${kind.name} #${id}.`);
  return element;
}

/** Shows or hides an element that some pages have and others lack. */
export function show(id: string, isShown: boolean): void {
  const element = document.getElementById(id);
  if (element) element.hidden = !isShown;
}

/** Says what happens, in the line that screen readers follow. */
export function say(text: string, isFault = false): void {
  const status = byId('status');
  status.textContent = text;
  status.classList.toggle('fault', isFault);
}

/** Text of the page in the reader's language, from the attributes of its element `words`. */
export function readWord(name: string): string {
  return byId('words').dataset[name] ?? '';
}

/** Calls `run` instead of sending the form. */
export function onSubmit(form: HTMLFormElement, run: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runStep(form, run);
  });
}

export function onClick(button: HTMLElement, run: () => Promise<void>): void {
  button.addEventListener('click', () => void runStep(button, run));
}

/** Runs one step; its buttons rest meanwhile, and what goes wrong is said. */
export async function runStep(element: HTMLElement, run: () => Promise<void>): Promise<void> {
  const buttons = element instanceof HTMLButtonElement ? [element] : [...element.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  say(readWord('busy'));
  try {
    await run();
  } catch (error) {
    say(error instanceof Error ? error.message : readWord('failed'), true);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
