/** The way from an empty account to its first call; gone once a call was paid. */
import { CopyButton } from '../common/parts.tsx';
import { facts, t, useKeyNames, withMode } from './facts.ts';

export function FirstSteps() {
  // Whoever signed in with a key has one.
  const hasKey = useKeyNames().size > 0 || !facts.isMember;
  const server = {
    type: 'http',
    url: `${location.origin}/mcp/proxy`,
    headers: { Authorization: 'Bearer <apiKey>' },
  };
  const config = JSON.stringify({ mcpServers: { farebox: server } }, null, 2);
  const call = `curl -s ${location.origin}/api/proxy/weather \\\n  -H 'Authorization: Bearer <apiKey>' \\\n  --json '{"latitude":35.68,"longitude":139.69}'`;
  return (
    <section class="first-steps">
      <h2>{t('firstSteps')}</h2>
      <ol class="checklist">
        <li class={hasKey ? 'done' : 'next'}>
          <span class="tick" aria-hidden="true">
            {hasKey && '✓'}
          </span>
          {hasKey ? t('stepKey') : <a href={withMode('/dashboard/keys')}>{t('stepKey')}</a>}
        </li>
        <li class={hasKey ? 'next' : undefined}>
          <span class="tick" aria-hidden="true" />
          <a href="/docs/mcp">{t('stepClient')}</a>
        </li>
        <li>
          <span class="tick" aria-hidden="true" />
          <a href="/tools">{t('stepCall')}</a>
        </li>
      </ol>
      <details>
        <summary>{t('showCode')}</summary>
        <Code name="MCP" text={config} />
        <Code name="curl" text={call} />
      </details>
    </section>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <>
      <h3>{name}</h3>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </>
  );
}
