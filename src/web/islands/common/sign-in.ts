/** Sign-in by e-mail, on every page that has the forms of `sign-in.ts`: an address, then the code that came. */

import type { SaidKey } from '../../../locales/text-types.ts';
import { byId, onClick, onSubmit, readWord, say, show } from './dom.ts';
import { send } from './send.ts';

const WHOLE_CODE = /^\d{6}$/;

const word = (name: SaidKey<'sign-in'>): string => readWord(name);

/** Answer to a request for a code. */
interface CodeAnswer {
  email?: string;
  /** False: the code of a moment ago still holds. */
  sent?: boolean;
  /** Names this sign-in, so that its code is not used up by a stranger's tries. */
  attempt?: string;
}

interface MailSignIn<A> {
  codePath: string;
  sessionPath: string;
  /** Goes along with both requests. */
  more: object;
  /** Whether the answer to the request for a code says so: some are let in without one. */
  isSignedIn(answer: Partial<A>): boolean;
  onSignedIn(answer: A): void | Promise<void>;
}

/** Back from the code to the address. */
export function showAddressForm(): void {
  show('code-form', false);
  show('address-form', true);
}

/** Does nothing on a page without the forms. */
export function startMailSignIn<A>({ codePath, sessionPath, more, isSignedIn, onSignedIn }: MailSignIn<A>): void {
  if (!document.getElementById('address-form')) return;
  const address = byId('email', HTMLInputElement);
  const code = byId('code', HTMLInputElement);
  let begun: { attempt?: string; email?: string } = {};
  const readAttempt = (email: string): object => (begun.email === email ? { attempt: begun.attempt } : {});
  const askForCode = async (): Promise<void> => {
    const email = address.value.trim();
    const answer = await send<string, CodeAnswer & A>(codePath, { ...more, email, ...readAttempt(email) });
    if (isSignedIn(answer)) {
      await onSignedIn(answer);
      return;
    }
    begun = { email, ...(answer.attempt === undefined ? {} : { attempt: answer.attempt }) };
    show('address-form', false);
    show('code-form', true);
    say(word(answer.sent === false ? 'sentBefore' : 'sent').replace('{email}', answer.email ?? email));
    code.focus();
  };
  onSubmit(byId('address-form', HTMLFormElement), askForCode);
  const codeForm = byId('code-form', HTMLFormElement);
  // A whole code needs no click; a wrong one stays to be corrected.
  code.addEventListener('input', () => {
    if (WHOLE_CODE.test(code.value.replace(/\s/g, ''))) codeForm.requestSubmit();
  });
  onSubmit(codeForm, async () => {
    const email = address.value.trim();
    const body = { ...more, email, code: code.value.replace(/\s/g, ''), ...readAttempt(email) };
    await onSignedIn(await send<string, A>(sessionPath, body));
  });
  byId('other-address').addEventListener('click', () => {
    showAddressForm();
    say('');
    address.focus();
  });
  onClick(byId('again'), askForCode);
}
