/** A text with its spans marked. Offsets count code points, as the server gives them. */
import { useState } from 'preact/hooks';
import { sayKind } from '../common/workspace.ts';
import { onAnalyse } from './say.ts';
import type { Analysis } from './types.ts';

const LAYERS = ['weak', 'evidence', 'names'] as const;
type Layer = (typeof LAYERS)[number];

interface Mark {
  layer: Layer;
  start: number;
  end: number;
  note: string;
}

/** Faults are drawn above evidence, and that above names. */
const RANK: Readonly<Record<Layer, number>> = { names: 0, evidence: 1, weak: 2 };

/** Marks of this kind lower the score. */
const FAULTY = 'tone';

function listMarks({ nq, entities }: Analysis): Mark[] {
  const dimensions = nq?.dimensions ?? [];
  const faults = dimensions.filter(({ key }) => key === FAULTY);
  const weak = [
    ...(nq?.warnings ?? []).flatMap(({ code, start, end }) =>
      start === null || end === null ? [] : [{ layer: 'weak' as const, start, end, note: sayKind('warn', code) }],
    ),
    ...faults.flatMap(({ label, fix, evidence }) =>
      evidence.map(({ start, end }) => ({ layer: 'weak' as const, start, end, note: fix ?? label })),
    ),
  ];
  const evidence = dimensions
    .filter(({ key }) => key !== FAULTY)
    .flatMap(({ label, evidence }) =>
      evidence.map(({ start, end }) => ({ layer: 'evidence' as const, start, end, note: label })),
    );
  const names = (entities ?? []).flatMap(({ type, spans }) =>
    spans.map(([start, end]) => ({ layer: 'names' as const, start, end, note: sayKind('entity', type) })),
  );
  return [...names, ...evidence, ...weak].sort((a, b) => RANK[a.layer] - RANK[b.layer]);
}

interface Piece {
  text: string;
  mark: Mark | undefined;
}

/** Each code point belongs to the mark of the highest rank above it. */
function cutPieces(text: string, marks: readonly Mark[]): Piece[] {
  const characters = Array.from(text);
  const owners: (Mark | undefined)[] = new Array(characters.length).fill(undefined);
  for (const mark of marks) owners.fill(mark, mark.start, mark.end);
  const pieces: Piece[] = [];
  for (const [index, character] of characters.entries()) {
    const last = pieces.at(-1);
    if (last && last.mark === owners[index]) last.text += character;
    else pieces.push({ text: character, mark: owners[index] });
  }
  return pieces;
}

export function MarkedText({ analysis }: { analysis: Analysis }) {
  const [shown, setShown] = useState<ReadonlySet<Layer>>(new Set(LAYERS));
  const [told, setTold] = useState('');
  const marks = listMarks(analysis).filter(({ layer }) => shown.has(layer));
  const toggle = (layer: Layer): void => {
    const next = new Set(shown);
    if (!next.delete(layer)) next.add(layer);
    setShown(next);
  };
  return (
    <section>
      <h2>{onAnalyse('marked')}</h2>
      <div class="layers">
        {LAYERS.map((layer) => (
          <label key={layer} class="choice">
            <input type="checkbox" checked={shown.has(layer)} onChange={() => toggle(layer)} />
            <mark class={layer}>{onAnalyse(layer)}</mark>
          </label>
        ))}
      </div>
      <p class="marked" lang={analysis.language}>
        {cutPieces(analysis.text, marks).map(({ text, mark }, index) =>
          mark ? (
            <mark
              key={`${index} ${mark.note}`}
              class={mark.layer}
              title={mark.note}
              // A tap tells about any of them; the tab key stops where something is to be done.
              tabIndex={mark.layer === 'weak' ? 0 : -1}
              onFocus={() => setTold(`${text}: ${mark.note}`)}
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      <p class="note" role="status">
        {told}
      </p>
      <Warnings analysis={analysis} />
    </section>
  );
}

/** Each once, with the words that it is about. */
function Warnings({ analysis: { nq, language } }: { analysis: Analysis }) {
  const byCode = new Map<string, string[]>();
  for (const { code, text } of nq?.warnings ?? []) {
    const words = byCode.get(code) ?? [];
    byCode.set(code, text === null || words.includes(text) ? words : [...words, text]);
  }
  if (byCode.size === 0) return null;
  return (
    <ul class="lints">
      {[...byCode].map(([code, words]) => (
        <li key={code}>
          {sayKind('warn', code)}
          {words.length > 0 && (
            <>
              : <span lang={language}>{words.join(', ')}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
