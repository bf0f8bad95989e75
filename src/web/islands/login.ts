/** The steps of `/login` in the browser. `?next=` names a page of ours to go on to. */
import type { LoginSaid } from '../words/login.ts';
import { byId, onClick, readWord, say, show } from './shared/dom.ts';
import { send } from './shared/send.ts';
import { forgetSession, readSession } from './shared/session.ts';
import { showAddressForm, startMailSignIn } from './shared/sign-in.ts';

const LEFT: LoginSaid = 'left';

/** Only a path of this very server: nobody is led elsewhere from here. */
function readNext(): string | null {
  const wish = new URLSearchParams(location.search).get('next') ?? '';
  if (!/^\/(?![/\\])/.test(wish)) return null;
  const url = new URL(wish, location.origin);
  return url.origin === location.origin ? url.href : null;
}

function showInside(): void {
  show('entrance', false);
  show('inside', true);
  say(readWord('signedIn'));
  byId('inside-title').focus();
}

function goOn(): void {
  const next = readNext();
  if (next === null) showInside();
  else location.replace(next);
}

startMailSignIn({ codePath: '/auth/send-code', sessionPath: '/auth/verify', more: {}, onSignedIn: goOn });

onClick(byId('leave'), async () => {
  const token = readSession();
  forgetSession();
  show('inside', false);
  showAddressForm();
  show('entrance', true);
  // A session that has ended already needs no more.
  await send('/auth/logout', {}, token).catch(() => {});
  say(readWord(LEFT));
  byId('email').focus();
});

if (readSession() !== null && readNext() === null) showInside();
