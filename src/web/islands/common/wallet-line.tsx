/** Payment of a wallet beside a deposit: network, payer and transaction, to copy. */
import { Id } from './parts.tsx';

interface WalletLineProps {
  wallet: { network: string; payer: string; transaction: string | null };
}

export function WalletLine({ wallet: { network, payer, transaction } }: WalletLineProps) {
  return (
    <span class="note">
      {network} <Id id={payer} /> {transaction !== null && <Id id={transaction} />}
    </span>
  );
}
