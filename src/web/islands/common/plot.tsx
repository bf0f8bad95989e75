/** Figures over time: the highest is told above them, any other on hover, touch and by the arrow keys. */
import { useState } from 'preact/hooks';
import { type Bar, Bars, findBarAt, isNarrow } from '../../components/bars.tsx';
import { say } from './workspace.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Nothing where there is nothing to plot. */
export function Plot({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const [chosen, setChosen] = useState<number>();
  const last = bars.length - 1;
  const highest = bars.reduce((best, { value }, at) => (value > (bars[best]?.value ?? 0) ? at : best), 0);
  const told = bars[chosen ?? highest];
  if (!told) return null;
  if (told.value === 0 && chosen === undefined)
    return (
      <p class="note">
        {title}: <span class="amount">{told.text}</span>
      </p>
    );
  const text = `${told.label}: ${told.text}`;
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max((chosen ?? highest) + by, 0), last));
  };
  const follow = ({ currentTarget, clientX }: PointerEvent): void => {
    if (!(currentTarget instanceof Element)) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(findBarAt((clientX - left) / width, bars.length));
  };
  return (
    <figure class="plot">
      <figcaption>
        {title} <span class="amount">{chosen === undefined ? say('highest', { text }) : text}</span>
      </figcaption>
      <div
        class="plotted"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? highest}
        aria-valuetext={text}
        onKeyDown={step}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        <Bars bars={bars} title={title} chosen={chosen} />
      </div>
      <p class="axis">
        <span>{bars[0]?.label}</span>
        {last > 0 && !isNarrow(bars) && <span>{bars[last]?.label}</span>}
      </p>
    </figure>
  );
}
