import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';

interface SashOptions {
  /** What it changes. */
  readonly label: string;
  readonly key: string;
  /** It stands between what is left and what is right of it. */
  readonly isVertical: boolean;
  /** Percent of the whole. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Where it is at first. */
  readonly initial: number;
  /** Percent that a pointer stands for. */
  readonly percentAt: (event: PointerEvent) => number;
  readonly set: (value: number) => void;
}

/** Percent that a key moves it by. */
const keyStep = 2;

/** Percent between a line and the pointer that took it. */
const grabOffsets = new WeakMap<EventTarget, number>();

/** A line between two parts that is moved with the mouse or with arrows; a double click brings it back. */
export function sashPart({
  label,
  key,
  isVertical,
  value,
  min,
  max,
  initial,
  percentAt,
  set,
}: SashOptions): PageTemplate {
  const move = (wanted: number): void => set(Math.round(Math.max(min, Math.min(max, wanted)) * 10) / 10);
  const onPress = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const line = event.currentTarget as HTMLElement;
    line.setPointerCapture(event.pointerId);
    grabOffsets.set(line, value - percentAt(event));
  };
  const onDrag = (event: PointerEvent): void => {
    const line = event.currentTarget as HTMLElement;
    if (line.hasPointerCapture(event.pointerId)) move(percentAt(event) + (grabOffsets.get(line) ?? 0));
  };
  const onKey = (event: KeyboardEvent): void => {
    // To the right, or up: what is there gets more room.
    const [more, less] = isVertical ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
    const moves: Readonly<Record<string, number>> = {
      [more]: value + keyStep,
      [less]: value - keyStep,
      Home: min,
      End: max,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(wanted);
  };
  return html`<div class="sash ${isVertical ? 'vertical' : ''}" role="separator" tabindex="0" data-key=${key}
    aria-label=${label} title=${label} aria-orientation=${isVertical ? 'vertical' : 'horizontal'}
    aria-valuenow=${Math.round(value)} aria-valuemin=${min} aria-valuemax=${max} @keydown=${onKey}
    @pointerdown=${onPress} @pointermove=${onDrag} @dblclick=${() => move(initial)}></div>`;
}
