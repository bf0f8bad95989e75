/** The name with its sign: a rounded box with a slot for coins. */
export function Wordmark() {
  return (
    <a class="wordmark" href="/" aria-label="farebox">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect class="box" x="2" y="5" width="20" height="16" rx="4" />
        <rect class="slot" x="7" y="9" width="10" height="2.5" rx="1.25" />
        <circle class="coin" cx="12" cy="4.5" r="3" />
      </svg>
      <span>farebox</span>
    </a>
  );
}
