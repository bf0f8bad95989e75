/** The parts of a sign-in with a wallet; `islands/common/wallet.ts` moves them. */
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';

const ADDRESS_CHARS = 42;
const SIGNATURE_CHARS_MAX = 200;

interface WalletFormsProps {
  /** As CAIP-2. */
  networks: readonly string[];
  language: Language;
}

/** With a wallet in the browser; else the message is signed wherever the wallet is. */
export function WalletForms({ networks, language }: WalletFormsProps) {
  const words = texts('wallet', language);
  return (
    <section id="wallet">
      <button id="wallet-begin" class="second scripted" type="button">
        {words.byWallet}
      </button>
      <p class="note">{words.byWalletNote}</p>
      <p id="wallet-choices" hidden />
      <details id="wallet-elsewhere">
        <summary>{words.walletElsewhere}</summary>
        <form id="wallet-address-form">
          <label for="wallet-network" hidden={networks.length === 1}>
            {words.walletNetwork}
          </label>
          <select id="wallet-network" hidden={networks.length === 1}>
            {networks.map((network) => (
              <option key={network} value={network}>
                {network}
              </option>
            ))}
          </select>
          <label for="wallet-address">{words.walletAddress}</label>
          <input
            id="wallet-address"
            autocomplete="off"
            spellcheck={false}
            placeholder="0x…"
            maxlength={ADDRESS_CHARS}
            required
          />
          <button type="submit">{words.showMessage}</button>
        </form>
        <form id="wallet-signature-form" hidden>
          <p class="note">{words.messageNote}</p>
          <div class="code">
            <pre tabindex={0}>
              <code id="wallet-message" />
            </pre>
          </div>
          <label for="wallet-signature">{words.walletSignature}</label>
          <input
            id="wallet-signature"
            autocomplete="off"
            spellcheck={false}
            placeholder="0x…"
            maxlength={SIGNATURE_CHARS_MAX}
            required
          />
          <button type="submit">{words.openDashboard}</button>
        </form>
      </details>
    </section>
  );
}
