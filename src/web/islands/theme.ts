/** Runs before the page is drawn, so that no reader sees the other theme first. */
const { documentElement: root } = document;
const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? [];
if (theme !== undefined) root.dataset.theme = theme;
root.classList.add('scripts');

export {};
