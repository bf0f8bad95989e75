/** The command palette and the list of shortcuts: closed until `islands/palette.ts` opens them. */
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { getAssetPath } from '../assets.ts';

export function Palette({ language }: { language: Language }) {
  const words = texts('shell', language);
  const dashboard = texts('dashboard', language);
  const pages = [
    ['/tools', words.tools],
    ['/pricing', words.pricing],
    ['/docs', words.docs],
    ['/docs/console', texts('docs', language).console],
    ['/status', words.status],
    ['/dashboard', words.dashboard],
    ['/dashboard/calls', dashboard.calls],
    ['/dashboard/keys', dashboard.keys],
    ['/app', words.newsroom],
  ] as const;
  return (
    <dialog id="palette" class="palette" aria-label={words.palette} data-script={getAssetPath('islands/palette.ts')}>
      <search>
        <form action="/docs">
          <input
            name="q"
            type="search"
            maxlength={100}
            autocomplete="off"
            spellcheck={false}
            aria-label={words.palette}
            placeholder={words.paletteHint}
          />
        </form>
      </search>
      <div class="palette-list" data-results>
        <ol class="found" data-pages>
          {pages.map(([href, title]) => (
            <li key={href}>
              <a href={href}>
                <span class="found-title">{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </div>
    </dialog>
  );
}

export function Shortcuts({ language }: { language: Language }) {
  const words = texts('shell', language);
  const keys = [
    [['/'], words.keySearch],
    [['Ctrl', 'K'], words.keySearch],
    [['?'], words.shortcuts],
    [['Ctrl', 'Enter'], words.keyRun],
    [['↑', '↓'], words.keyMove],
    [['Esc'], words.keyClose],
  ] as const;
  return (
    <dialog id="shortcuts" class="palette" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">{words.shortcuts}</h2>
      <dl class="keys">
        {keys.map(([names, does]) => (
          <div key={names.join()}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="second short" type="submit">
          {words.close}
        </button>
      </form>
    </dialog>
  );
}
