/** The stylesheet of every page, served as a file of its own: the content security policy allows no inline styles. */
import type { WebDocument } from '../describe/web-document.ts';

const css = `
:root { color-scheme: light dark; --ink: #1a1f24; --paper: #ffffff; --faint: #5a6570; --line: #d5dbe1; --act: #0b57d0; --on-act: #ffffff; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf0; --paper: #14181c; --faint: #a3adb8; --line: #3a434c; --act: #8ab4f8; --on-act: #0b1a33; --bad: #f2b8b5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
dl { margin: 1rem 0; border-top: 1px solid var(--line); }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 8rem; color: var(--faint); }
dd { flex: 1 1 12rem; margin: 0; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
code { font-size: 0.9rem; overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
li { margin: 0.4rem 0; }
p.note { color: var(--faint); }
form { margin: 1rem 0; }
button, a.button {
  display: block; width: 100%; min-height: 3rem; padding: 0.75rem 1rem; margin: 0 0 0.75rem; font: inherit;
  text-align: center; text-decoration: none; border: 1px solid var(--act); border-radius: 0.5rem; cursor: pointer;
  background: var(--act); color: var(--on-act);
}
button.second, a.second { background: transparent; color: var(--act); }
a { color: var(--act); }
main.wide { max-width: 64rem; }
section.operation { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 0.5rem; }
h2 a { color: inherit; }
.links a { margin-right: 1rem; }
.route { font-size: 1.05rem; }
.method { font-weight: 600; }
.operations { list-style: none; padding: 0; }
.operations li { padding: 0.35rem 0; margin: 0; border-bottom: 1px solid var(--line); }
.operations a { display: inline-block; min-width: min(24rem, 100%); }
.operations span { color: var(--faint); }
.search label { flex: 1 0 100%; }
.search { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.search input { flex: 1 1 8rem; width: auto; min-width: 0; margin: 0; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem; }
.search button { width: auto; margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.75rem 0; font-size: 0.95rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
thead th { color: var(--faint); }
td { overflow-wrap: anywhere; }
.fields th, .fields code { overflow-wrap: normal; white-space: nowrap; }
.fields td:nth-child(2) code { white-space: normal; }
.operation pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .fields thead th { display: none; }
  .fields thead th:first-child { display: table-cell; }
  .fields tbody tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .fields tbody th, .fields tbody td { display: block; padding: 0; border: 0; white-space: normal; }
}
td p { margin: 0 0 0.4rem; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; min-height: 2rem; overflow-wrap: anywhere; }
h2:focus { outline: none; }
fieldset { margin: 1.5rem 0; padding: 0.25rem 1rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; min-width: 0; }
legend { padding: 0 0.4rem; font-weight: 600; }
fieldset label { display: block; margin: 0.75rem 0 0.25rem; }
fieldset input { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; margin: 0 0 0.75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--faint); border-radius: 0.5rem; }
.limits { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0 1rem; align-items: end; }
.fault { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; }
button.plain { display: inline; width: auto; min-height: 2.75rem; margin: 0; padding: 0; border: 0; background: none;
  color: var(--act); text-decoration: underline; }
form > label { display: block; margin: 0.75rem 0 0.25rem; }
form > input { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; margin: 0 0 0.75rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--faint); border-radius: 0.5rem; }
button.short { width: auto; min-width: 8rem; min-height: 2.75rem; padding: 0.5rem 1rem; }
pre.whole { white-space: pre-wrap; }
pre.whole code { overflow-wrap: anywhere; }
.choices { margin: 0.75rem 0; }
.choices label { display: flex; align-items: center; min-height: 2.75rem; margin: 0; }
.choices input { flex: none; width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0 0.75rem 0 0; }
button:disabled { opacity: 0.6; cursor: default; }
#code-form:not([hidden]) ~ details { display: none; }
[hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`.trim();

export const stylesheet: WebDocument = {
  path: '/style.css',
  title: 'Style of the pages',
  type: 'text/css; charset=utf-8',
  hasCors: false,
  read: () => css,
};
