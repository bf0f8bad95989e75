/** A text whose web and email addresses are links. Its authors are companies: search engines are not told to trust them. */
import { toSafeHref } from '../safe-href.ts';

const ADDRESS =
  /(https?:\/\/[^\s<>"'、。，；：！？「」『』（）()【】《》]{3,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/g;
/** Ends the sentence rather than the address. */
const TRAILING = /[.,;:!?]+$/;

export function LinkedText({ text }: { text: string }) {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 0 ? part : <Address key={String(index)} text={part} />));
}

function Address({ text }: { text: string }) {
  const [rest = ''] = TRAILING.exec(text) ?? [];
  const address = text.slice(0, text.length - rest.length);
  const href = toSafeHref(address.includes('://') ? address : `mailto:${address}`);
  if (href === null) return <>{text}</>;
  return (
    <>
      <a href={href} rel="nofollow ugc noopener">
        {address}
      </a>
      {rest}
    </>
  );
}
