import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';

interface SashOptions {
  /** Accessible name of the separator: the size that it changes. */
  readonly label: string;
  readonly key: string;
  /** Whether the sash separates a left and a right part. */
  readonly isVertical: boolean;
  /** Size in percent. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Default size in percent. */
  readonly defaultValue: number;
  /** Converts the position of a pointer to percent. */
  readonly getPercent: (event: PointerEvent) => number;
  readonly setValue: (value: number) => void;
}

/** Change of the size for each key press, in percent. */
const keyStep = 2;

/** Distance between a sash and the pointer that drags it, in percent. */
const grabOffsets = new WeakMap<EventTarget, number>();

/** Draws a separator that is moved with the mouse or arrow keys. A double click restores the default. */
export function sashPart({
  label,
  key,
  isVertical,
  value,
  min,
  max,
  defaultValue,
  getPercent,
  setValue,
}: SashOptions): PageTemplate {
  const move = (newValue: number): void =>
    setValue(Math.round(Math.max(min, Math.min(max, newValue)) * 10) / 10);
  const onPress = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const sash = event.currentTarget as HTMLElement;
    sash.setPointerCapture(event.pointerId);
    grabOffsets.set(sash, value - getPercent(event));
  };
  const onDrag = (event: PointerEvent): void => {
    const sash = event.currentTarget as HTMLElement;
    if (sash.hasPointerCapture(event.pointerId)) move(getPercent(event) + (grabOffsets.get(sash) ?? 0));
  };
  const onKey = (event: KeyboardEvent): void => {
    // The right and up arrow keys enlarge the part.
    const [enlargingKey, reducingKey] = isVertical ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
    const moves: Readonly<Record<string, number>> = {
      [enlargingKey]: value + keyStep,
      [reducingKey]: value - keyStep,
      Home: min,
      End: max,
    };
    const newValue = moves[event.key];
    if (newValue === undefined) return;
    event.preventDefault();
    move(newValue);
  };
  return html`<div class="sash ${isVertical ? 'vertical' : ''}" role="separator" tabindex="0" data-key=${key}
    aria-label=${label} title=${label} aria-orientation=${isVertical ? 'vertical' : 'horizontal'}
    aria-valuenow=${Math.round(value)} aria-valuemin=${min} aria-valuemax=${max} @keydown=${onKey}
    @pointerdown=${onPress} @pointermove=${onDrag} @dblclick=${() => move(defaultValue)}></div>`;
}
