/** The steps of `/login` in the browser. `?next=` names a page of ours to go on to. */

import type { TextKey } from '../../locales/text-types.ts';
import { byId, onClick, onSubmit, readWord } from './common/dom.ts';
import { beginElsewhere } from './common/elsewhere.ts';
import { send } from './common/send.ts';
import { startMailSignIn } from './common/sign-in.ts';
import { startWalletSignIn } from './common/wallet.ts';

const HOME = '/dashboard';
const say = (name: TextKey<'login-script'>): string => readWord(name);

/** Only a path of this very server: nobody is led elsewhere from here. */
function readNext(): string {
  const wanted = new URLSearchParams(location.search).get('next') ?? '';
  if (!/^\/(?![/\\])/.test(wanted)) return HOME;
  const url = new URL(wanted, location.origin);
  return url.origin === location.origin ? url.href : HOME;
}

const goOn = (): void => location.replace(readNext());

interface CodeAnswer {
  signed_in?: boolean;
}

startMailSignIn<CodeAnswer>({
  codePath: '/login/send-code',
  sessionPath: '/login/verify',
  more: {},
  isSignedIn: ({ signed_in }) => signed_in === true,
  onSignedIn: goOn,
});

if (matchMedia('(hover: hover)').matches) document.getElementById('email')?.focus();

const keyForm = document.getElementById('key-form');
if (keyForm instanceof HTMLFormElement) {
  onSubmit(keyForm, async () => {
    const field = byId('key', HTMLInputElement);
    const apiKey = field.value.trim();
    await send('/login/key', { apiKey }, say('wrongKey'));
    field.value = '';
    goOn();
  });
}

startWalletSignIn(goOn);

const elsewhere = document.getElementById('elsewhere');
if (elsewhere) onClick(elsewhere, () => beginElsewhere('/login/begin', {}, { next: readNext() }));

if (document.querySelector('[data-account]') && new URLSearchParams(location.search).has('next')) goOn();
