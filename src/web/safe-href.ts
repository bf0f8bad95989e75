/** The address if a browser may follow it from a link of ours, else null: no `javascript:`. */
export function toSafeHref(address: string): string | null {
  const isLink = URL.canParse(address) && ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol);
  return isLink ? address : null;
}
