/** A text with its spans marked. Offsets count code points, as the server gives them. */
import { useState } from 'preact/hooks';
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

/** What is wrong stands above what counts, and that above what is only named. */
const RANK: Readonly<Record<Layer, number>> = { names: 0, evidence: 1, weak: 2 };

function listMarks({ nq, entities }: Analysis): Mark[] {
  const weak = (nq?.warnings ?? []).flatMap(({ code, start, end }) =>
    start === null || end === null ? [] : [{ layer: 'weak' as const, start, end, note: code.replaceAll('_', ' ') }],
  );
  const evidence = (nq?.dimensions ?? []).flatMap((dimension) =>
    dimension.evidence.map(({ start, end }) => ({ layer: 'evidence' as const, start, end, note: dimension.label })),
  );
  const names = (entities ?? []).flatMap(({ type, spans }) =>
    spans.map(([start, end]) => ({ layer: 'names' as const, start, end, note: type })),
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
            <mark key={`${index} ${mark.note}`} class={mark.layer} title={mark.note}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </section>
  );
}
