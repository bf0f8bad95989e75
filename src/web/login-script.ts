/** The steps of `/login` in the browser. `?next=` names a page of ours to go on to. */
import type { WebDocument } from '../describe/web-document.ts';

const script = `
'use strict';
(() => {
  const { stored, byId, words, say, show, send, step, byMail } = signIn;

  /** Only a path of this very server: nobody is led elsewhere from here. */
  function next() {
    const wish = new URLSearchParams(location.search).get('next') ?? '';
    if (!/^\\/(?![\\/\\\\])/.test(wish)) return null;
    const url = new URL(wish, location.origin);
    return url.origin === location.origin ? url.href : null;
  }

  function inside() {
    show('entrance', false);
    show('inside', true);
    say(words.signedIn);
    byId('inside-title').focus();
  }

  byMail({
    codePath: '/auth/send-code',
    sessionPath: '/auth/verify',
    more: {},
    done: () => {
      const target = next();
      if (target === null) inside();
      else location.replace(target);
    },
  });

  byId('leave').addEventListener('click', (event) =>
    step(event.currentTarget, async () => {
      const token = sessionStorage.getItem(stored);
      sessionStorage.removeItem(stored);
      show('inside', false);
      show('code-form', false);
      show('address-form', true);
      show('entrance', true);
      // A session that has ended already needs no more.
      await send('/auth/logout', {}, token).catch(() => {});
      say(words.left);
      byId('email').focus();
    }),
  );

  if (sessionStorage.getItem(stored) !== null && next() === null) inside();
})();
`.trimStart();

export const loginScript: WebDocument = {
  path: '/login.js',
  title: 'Script of the sign-in page',
  type: 'text/javascript; charset=utf-8',
  hasCors: false,
  read: () => script,
};
