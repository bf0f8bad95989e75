/** Runs an operation from a page, by default with a test account that is made with the first run, and shows answer, price and receipt. */
import { render } from 'preact';
import { formatText } from '../../../locales/format.ts';
import type { RunTarget } from '../../run-target.ts';
import { buildHttpSnippets, buildSnippets, type Snippet } from '../../snippets.ts';
import { type CallOutcome, callOperation, ensureTestKey, NoTestKey, readKey } from './call.ts';
import { fillForm, findFault, listFields, readRequest, showFault } from './input.ts';
import { explainNoKey, Outcome, pageLanguage, type RunWords, toAmount } from './outcome.tsx';
import { countPrices } from './price.ts';

const MICROS_PER_USD = 1_000_000;

interface Runner {
  target: RunTarget;
  form: HTMLFormElement;
  button: HTMLButtonElement;
  room: Element;
  words: RunWords;
}

/** Code to paste works as it stands once there is a key. */
function fillKey(words: RunWords): void {
  const key = readKey();
  if (key === '') return;
  for (const code of document.querySelectorAll('.code code')) {
    if (code.textContent?.includes('<apiKey>')) code.textContent = code.textContent.replaceAll('<apiKey>', key);
  }
  const note = document.querySelector('[data-key-note]');
  if (note) note.textContent = words.keyFilled;
}

/** USD, as the button says it: nobody pays more than what they have read. */
const readPrice = ({ form }: Runner): number => (Number(form.dataset.price ?? 0) * countPrices(form)) / MICROS_PER_USD;

/** Of the page's own field; empty: the test key of this tab, where the operation takes keys. */
const readOwnToken = (): string => {
  const field = document.querySelector('input[data-token]');
  return field instanceof HTMLInputElement ? field.value.trim() : '';
};

const findToken = async ({ target }: Runner): Promise<string> =>
  readOwnToken() || (target.token === undefined || target.token === '<apiKey>' ? await ensureTestKey() : '');

/** Names every faulty field and leads to the first. */
function hasFaults({ form, words }: Runner): boolean {
  const fields = listFields(form);
  const faulty = fields.filter((field) => {
    const fault = findFault(field);
    showFault(field, fault ? formatText(words.faults[fault.word], { limit: fault.limit }, pageLanguage) : '');
    return fault !== null;
  });
  faulty[0]?.focus();
  return faulty.length > 0;
}

/** Shows each fault that the server found at its field. */
function showIssues({ form }: Runner, { issues }: CallOutcome): void {
  for (const field of listFields(form)) {
    const issue = issues.find(({ path }) => path === field.name || path.startsWith(`${field.name}.`));
    if (issue) showFault(field, issue.message);
  }
}

async function run(runner: Runner, maxPrice: number): Promise<void> {
  const { target, form, button, room, words } = runner;
  if (button.disabled || hasFaults(runner)) return;
  button.disabled = true;
  render(<p class="note">{words.running}</p>, room);
  try {
    const token = await findToken(runner);
    fillKey(words);
    const { method } = target;
    const outcome = await callOperation({ method, ...readRequest(form, target.path), token, maxPrice });
    const runFor = (price: number): void => void run(runner, price);
    render(<Outcome {...{ outcome, token, words, runFor }} shows={form.dataset.shows} />, room);
    showIssues(runner, outcome);
  } catch (error) {
    render(<p class="fault">{error instanceof NoTestKey ? explainNoKey(error, words) : words.offline}</p>, room);
  } finally {
    button.disabled = false;
  }
}

/** The same request as code. */
function listSnippets({ target, form }: Runner, baseUrl: string): Snippet[] {
  const { path, body } = readRequest(form, target.path);
  if (target.hasMcp && target.method === 'POST') return buildSnippets(target, Object(body), baseUrl);
  const { method, token = null, isOnce = false } = target;
  return buildHttpSnippets({ method, url: `${baseUrl}${path}`, token, body: body ?? null, isOnce });
}

function updateSnippets(runner: Runner): void {
  const room = document.querySelector('[data-follows]');
  if (!(room instanceof HTMLElement)) return;
  const key = readKey() || '<apiKey>';
  const codes = room.querySelectorAll('.code code');
  listSnippets(runner, room.dataset.follows ?? '').forEach(({ code }, index) => {
    const place = codes[index];
    if (place) place.textContent = code.replaceAll('<apiKey>', key);
  });
}

/** Price before the call: on the button, and how it comes about. */
function updatePrice(runner: Runner): void {
  const { form, button, words } = runner;
  const price = toAmount(readPrice(runner));
  const action = readOwnToken() === '' || readPrice(runner) === 0 ? words.action : words.runFor;
  button.textContent = formatText(action, { price }, pageLanguage);
  const estimate = form.querySelector('[data-estimate]');
  if (estimate) estimate.textContent = formatText(words.estimate, { price, units: countPrices(form) }, pageLanguage);
}

function followExamples({ form }: Runner, update: () => void): void {
  const choice = form.querySelector('select[data-examples]');
  if (!(choice instanceof HTMLSelectElement)) return;
  const examples: Readonly<Record<string, unknown>>[] = JSON.parse(choice.dataset.examples ?? '[]');
  choice.addEventListener('change', () => {
    fillForm(form, examples[Number(choice.value)] ?? {});
    for (const field of listFields(form)) showFault(field, '');
    update();
  });
}

export function startRunner(form: HTMLFormElement): void {
  const room = form.querySelector('[data-outcome]');
  const button = form.querySelector('button[type=submit]');
  if (!room || !(button instanceof HTMLButtonElement)) return;
  const words: RunWords = JSON.parse(form.dataset.words ?? '{}');
  const target: RunTarget = JSON.parse(form.dataset.runner ?? '{}');
  const runner = { target, form, button, room, words };
  const update = (): void => {
    updatePrice(runner);
    updateSnippets(runner);
  };
  // Faults are told in the language of the page.
  form.noValidate = true;
  fillKey(words);
  followExamples(runner, update);
  form.addEventListener('input', ({ target: field }) => {
    if (field instanceof Element) showFault(field, '');
    update();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Messages from before the answer are not part of what follows.
    if (!hasFaults(runner)) room.replaceChildren();
    void run(runner, readPrice(runner));
  });
}

export function startRunners(): void {
  for (const form of document.querySelectorAll('form[data-runner]'))
    if (form instanceof HTMLFormElement) startRunner(form);
}
