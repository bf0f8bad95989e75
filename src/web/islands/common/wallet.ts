/** Sign-in with a wallet: one in the browser (EIP-1193, found by EIP-6963), or one elsewhere whose signature is typed in. */
import type { SaidKey } from '../../../locales/text-types.ts';
import { byId, onClick, onSubmit, readWord, runStep, say, show } from './dom.ts';
import { send } from './send.ts';

const word = (name: SaidKey<'wallet'>): string => readWord(name);

interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

interface NamedProvider {
  name: string;
  provider: Provider;
}

/** By EIP-1193. */
const USER_REJECTED = 4001;
/** Wallets announce themselves at once. */
const ANNOUNCE_MS = 100;

const FAULTS: ReadonlyMap<unknown, SaidKey<'wallet'>> = new Map([
  ['unknown_wallet', 'walletUnknown'],
  ['contract_wallet', 'walletContract'],
  ['invalid_siwx_signature', 'walletOther'],
  ['invalid_siwx_malformed_signature', 'walletMalformed'],
  ['invalid_siwx_expired', 'walletExpired'],
  ['invalid_siwx_nonce', 'walletExpired'],
]);

/** Does nothing on a page without the forms. */
export function startWalletSignIn(onSignedIn: () => void): void {
  const begin = document.getElementById('wallet-begin');
  if (!begin) return;
  const found = new Map<string, NamedProvider>();
  window.addEventListener('eip6963:announceProvider', (event) => addProvider(found, event));
  const enter = async ({ provider }: NamedProvider): Promise<void> => {
    await signWith(provider);
    onSignedIn();
  };
  onClick(begin, async () => {
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
    const own = readOwnProvider();
    const [first, ...others] = found.size > 0 ? [...found.values()] : own ? [{ name: '', provider: own }] : [];
    if (!first) {
      byId('wallet-elsewhere', HTMLDetailsElement).open = true;
      byId('wallet-address').focus();
      throw new Error(word('noWallet'));
    }
    if (others.length === 0) return await enter(first);
    offerChoice([first, ...others], enter);
    say(word('chooseWallet'));
  });
  startElsewhere(onSignedIn);
}

function addProvider(found: Map<string, NamedProvider>, event: Event): void {
  if (!(event instanceof CustomEvent)) return;
  const { info, provider } = Object(event.detail);
  const { uuid, name } = Object(info);
  if (typeof uuid === 'string' && typeof name === 'string' && isProvider(provider)) found.set(uuid, { name, provider });
}

const isProvider = (value: unknown): value is Provider => typeof Object(value).request === 'function';

function readOwnProvider(): Provider | null {
  const provider: unknown = Object(window).ethereum;
  return isProvider(provider) ? provider : null;
}

function offerChoice(wallets: readonly NamedProvider[], enter: (wallet: NamedProvider) => Promise<void>): void {
  const choices = byId('wallet-choices');
  choices.textContent = '';
  for (const wallet of wallets) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'second';
    button.textContent = wallet.name;
    button.addEventListener('click', () => void runStep(button, () => enter(wallet)));
    choices.append(button);
  }
  choices.hidden = false;
}

async function signWith(provider: Provider): Promise<void> {
  say(word('confirmInWallet'));
  const accounts = await ask(provider, 'eth_requestAccounts');
  const address: unknown = Object(accounts)[0];
  if (typeof address !== 'string') throw new Error(word('walletDeclined'));
  const challenge = await requestChallenge(address, await chooseNetwork(provider));
  const signature = await ask(provider, 'personal_sign', [toHex(challenge.message), address]);
  await prove(challenge, String(signature));
}

async function ask(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request({ method, ...(params === undefined ? {} : { params }) });
  } catch (thrown) {
    throw new Error(word(Object(thrown).code === USER_REJECTED ? 'walletDeclined' : 'walletFailed'));
  }
}

/** The wallet's own if calls can be paid there; else the one that is selected. */
async function chooseNetwork(provider: Provider): Promise<string> {
  const select = byId('wallet-network', HTMLSelectElement);
  const own = `eip155:${Number(await ask(provider, 'eth_chainId'))}`;
  return [...select.options].some(({ value }) => value === own) ? own : select.value;
}

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

const requestChallenge = (address: string, network: string) =>
  explainRefusal(send('/login/wallet-challenge', { address, network }));

type Challenge = Awaited<ReturnType<typeof requestChallenge>>;

async function prove({ message: _text, ...fields }: Challenge, signature: string): Promise<void> {
  await explainRefusal(send('/login/wallet', { ...fields, signature }));
}

/** Refusals of wallets in the words of this page. */
async function explainRefusal<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (thrown) {
    const fault = thrown instanceof Error ? FAULTS.get(thrown.cause) : undefined;
    throw fault === undefined ? thrown : new Error(word(fault));
  }
}

function startElsewhere(onSignedIn: () => void): void {
  let challenge: Challenge | undefined;
  const field = (id: string): HTMLInputElement => byId(id, HTMLInputElement);
  onSubmit(byId('wallet-address-form', HTMLFormElement), async () => {
    const network = byId('wallet-network', HTMLSelectElement).value;
    challenge = await requestChallenge(field('wallet-address').value.trim(), network);
    byId('wallet-message').textContent = challenge.message;
    show('wallet-signature-form', true);
    say('');
    field('wallet-signature').focus();
  });
  onSubmit(byId('wallet-signature-form', HTMLFormElement), async () => {
    if (!challenge) return;
    await prove(challenge, field('wallet-signature').value.trim());
    onSignedIn();
  });
}
