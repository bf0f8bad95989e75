/** Link back to the list; also sets the window title. */
import { useEffect } from 'preact/hooks';
import { say } from './workspace.ts';

interface BackProps {
  href: string;
  /** Of the list. */
  list: string;
  /** Of what is open. */
  title: string;
}

export function Back({ href, list, title }: BackProps) {
  useEffect(() => {
    document.title = `${title} · Farebox`;
  }, [title]);
  return (
    <p class="back">
      <a href={href}>← {say('back', { name: list })}</a>
    </p>
  );
}
