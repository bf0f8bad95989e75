/** Button that verifies a receipt in the browser, and the stamp with the result. */
import { useState } from 'preact/hooks';

interface VerificationWords {
  verify: string;
  genuine: string;
  notGenuine: string;
  cannotVerify: string;
}

interface VerificationProps {
  words: VerificationWords;
  /** Whether the signature holds; rejects where it can't be checked. */
  verify(): Promise<boolean>;
}

export function Verification({ words, verify }: VerificationProps) {
  const [verdict, setVerdict] = useState<'genuine' | 'notGenuine' | 'cannotVerify'>();
  const check = (): void => {
    verify().then(
      (holds) => setVerdict(holds ? 'genuine' : 'notGenuine'),
      () => setVerdict('cannotVerify'),
    );
  };
  return (
    <div aria-live="polite">
      {verdict === undefined ? (
        <button class="second short" type="button" onClick={check}>
          {words.verify}
        </button>
      ) : (
        <p class={verdict === 'genuine' ? 'stamp' : 'stamp fault'}>{words[verdict]}</p>
      )}
    </div>
  );
}
