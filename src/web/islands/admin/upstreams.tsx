/** The operator's own upstreams: state, changed tools to accept, failures, and test calls. */
import { useState } from 'preact/hooks';
import type { Item } from '../common/answers.ts';
import { ActForm } from '../common/forms.tsx';
import { AgoCell, AmountCell, CardTable, Show, SureButton, useRead } from '../common/parts.tsx';
import { ask, sayKind, toAmount, toCount } from '../common/workspace.ts';
import { t } from './facts.ts';

type Upstream = Item<'admin-upstreams'>;
type Tool = Upstream['tools'][number];

export function Upstreams() {
  const loaded = useRead('/admin/upstreams');
  return (
    <Show loaded={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t('noUpstreams')}</p>
        ) : (
          <ul class="rows">
            {items.map((upstream) => (
              <UpstreamRow key={upstream.id} upstream={upstream} onChange={loaded.reload} />
            ))}
          </ul>
        )
      }
    </Show>
  );
}

function UpstreamRow({ upstream, onChange }: { upstream: Upstream; onChange: () => void }) {
  const { id, title, kind, state, problems, tools } = upstream;
  const tone = state === 'up' ? 'good' : state === 'down' ? 'bad' : '';
  return (
    <li>
      <h2>
        <bdi>{title}</bdi> <span class={`tag ${tone}`}>{sayKind('upstream', state)}</span>
      </h2>
      <p class="note">
        <code>{id}</code> · {sayKind('kind', kind)}
      </p>
      {problems.map((problem) => (
        <p key={problem} class="fault">
          {problem}
        </p>
      ))}
      {tools.map((tool) => tool.pending && <Change key={tool.name} id={id} tool={tool} onChange={onChange} />)}
      <Failures upstream={upstream} />
      <details>
        <summary>{t('toolsOf', { count: toCount(tools.length) })}</summary>
        <CardTable heads={[t('tool'), t('state'), t('price'), t('testCall')]}>
          {tools.map((tool) => (
            <tr key={tool.name}>
              <th scope="row">{tool.name}</th>
              <td>
                <span class={`tag ${tool.state === 'changed' ? 'caution' : ''}`}>{sayKind('offer', tool.state)}</span>
              </td>
              <AmountCell of={t('price')}>{tool.price !== null && toAmount(tool.price)}</AmountCell>
              <td>{tool.state === 'offered' && <TestCall id={id} tool={tool} onCalled={onChange} />}</td>
            </tr>
          ))}
        </CardTable>
      </details>
    </li>
  );
}

/** Changes of an upstream, which are offered again once accepted. */
function Change({ id, tool, onChange }: { id: string; tool: Tool; onChange: () => void }) {
  const { pending } = tool;
  const accept = async (): Promise<void> => {
    const body = { tool: tool.upstream_name, hash: pending?.hash };
    await ask('POST', `/admin/upstreams/${encodeURIComponent(id)}/accept`, body);
    onChange();
  };
  return (
    <section>
      <h3>{t('changedTool', { tool: tool.name })}</h3>
      <p class="note">{t('changedNote')}</p>
      <CardTable heads={[t('member'), t('oldValue'), t('newValue')]}>
        {(pending?.changes ?? []).map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td data-label={t('oldValue')}>{before !== null && <del class="value">{before}</del>}</td>
            <td data-label={t('newValue')}>{after !== null && <ins class="value">{after}</ins>}</td>
          </tr>
        ))}
      </CardTable>
      <p class="actions">
        <SureButton label={t('acceptChange')} act={accept} />
      </p>
    </section>
  );
}

function Failures({ upstream: { failures } }: { upstream: Upstream }) {
  if (failures.length === 0) return null;
  return (
    <details>
      <summary>{t('failuresOf', { count: toCount(failures.length) })}</summary>
      <CardTable heads={[t('time'), t('tool'), t('cause')]}>
        {failures.map(({ at, tool, cause }) => (
          <tr key={`${at} ${cause}`}>
            <AgoCell of={t('time')} at={at} />
            <td>{tool === null ? <span class="note">{t('connection')}</span> : <code>{tool}</code>}</td>
            <td data-label={t('cause')}>
              <span class="value">{cause}</span>
            </td>
          </tr>
        ))}
      </CardTable>
    </details>
  );
}

interface TestCallProps {
  id: string;
  tool: Tool;
  onCalled: () => void;
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('notJson'));
  }
}

function TestCall({ id, tool, onCalled }: TestCallProps) {
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState<{ outcome: string; ms: number; text: string }>();
  if (!isOpen) {
    return (
      <button class="plain" type="button" onClick={() => setOpen(true)}>
        {t('testCall')}
      </button>
    );
  }
  const call = async (form: FormData): Promise<void> => {
    const body = { tool: tool.upstream_name, input: parseInput(String(form.get('input'))) };
    setResult(await ask('POST', `/admin/upstreams/${encodeURIComponent(id)}/test`, body));
    onCalled();
  };
  return (
    <>
      <ActForm label={t('callNow')} act={call} note={t('testNote')}>
        <label class="whole">
          <span>{t('inputJson')}</span>
          <textarea
            name="input"
            rows={4}
            maxLength={100_000}
            required
            defaultValue={JSON.stringify(tool.example, null, 2)}
          />
        </label>
      </ActForm>
      {result && (
        <div role="status">
          <p>
            <span class={`tag ${result.outcome === 'ok' ? 'good' : 'bad'}`}>{sayKind('test', result.outcome)}</span>{' '}
            <span class="note amount">{toCount(result.ms)} ms</span>
          </p>
          <p class="quoted">{result.text}</p>
        </div>
      )}
    </>
  );
}
