/** Signs in again in place after a session has expired, so that the page's content is kept. */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActButton, ActForm, Field } from './forms.tsx';
import { ask, onSignedOut, say } from './workspace.ts';

const KEY_CHARS_MAX = 200;
const CODE_CHARS_MAX = 12;

/** Owner of the page, as its header says. */
const menu = document.querySelector('[data-account]');
const owner = menu?.querySelector('bdi')?.textContent ?? '';
const isMember = menu instanceof HTMLElement && menu.dataset.account === 'member';

/** From here on a request that is refused with 401 asks for a sign-in, then runs again. */
export function offerSignIn(): void {
  const place = document.createElement('div');
  onSignedOut(
    () =>
      new Promise((resolve) => {
        document.body.append(place);
        const finish = (isIn: boolean): void => {
          render(null, place);
          place.remove();
          resolve(isIn);
        };
        render(<SignInDialog onEnd={finish} />, place);
      }),
  );
}

function SignInDialog({ onEnd }: { onEnd: (isIn: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const finish = (): void => onEnd(true);
  return (
    <dialog ref={dialog} class="sign-in-again" aria-labelledby="again-title" onCancel={() => onEnd(false)}>
      <h2 id="again-title">{say('againTitle')}</h2>
      <p>{say('againText')}</p>
      {isMember ? <ByMail onDone={finish} /> : <ByKey onDone={finish} />}
      <p class="actions">
        <a href="/login" target="_blank" rel="noopener">
          {say('againElsewhere')}
        </a>
        <ActButton label={say('againDone')} act={() => checkOwner().then(finish)} />
        <button class="plain" type="button" onClick={() => onEnd(false)}>
          {say('cancel')}
        </button>
      </p>
    </dialog>
  );
}

/** The content of the page must not end up with somebody else. */
async function checkOwner(): Promise<void> {
  const name = isMember
    ? (await ask('GET', '/auth/me', undefined, 'once')).user?.email
    : (await ask('GET', '/api/account/balance', undefined, 'once')).agentId;
  if (name !== owner) throw new Error(say('againOther', { name: owner }));
}

function ByMail({ onDone }: { onDone: () => void }) {
  const [attempt, setAttempt] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    const answer = await ask('POST', '/login/send-code', { email: owner, ...(attempt ? { attempt } : {}) }, 'once');
    if (answer.signed_in) onDone();
    else setAttempt(answer.attempt ?? attempt ?? '');
  };
  const enter = async (form: FormData): Promise<void> => {
    const code = String(form.get('code')).replace(/\s/g, '');
    await ask('POST', '/login/verify', { email: owner, code, ...(attempt ? { attempt } : {}) }, 'once');
    onDone();
  };
  if (attempt === null) return <ActButton label={say('againSend', { email: owner })} act={send} isMain />;
  return (
    <ActForm label={say('againEnter')} act={enter} isMain note={say('againSent', { email: owner })}>
      <Field
        label={say('againCode')}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={CODE_CHARS_MAX}
        autoFocus
        required
      />
    </ActForm>
  );
}

function ByKey({ onDone }: { onDone: () => void }) {
  const enter = async (form: FormData): Promise<void> => {
    const { agentId } = await ask('POST', '/login/key', { apiKey: String(form.get('key')).trim() }, 'once');
    if (agentId !== owner) throw new Error(say('againOther', { name: owner }));
    onDone();
  };
  return (
    <ActForm label={say('againEnter')} act={enter} isMain>
      <Field
        label={say('againKey')}
        name="key"
        type="password"
        autocomplete="off"
        maxLength={KEY_CHARS_MAX}
        autoFocus
        required
      />
    </ActForm>
  );
}
