import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';

interface SashOptions {
  /** The accessible name: the size that the sash changes. */
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

/** Percent per key press. */
const keyStep = 2;

/** Percent between a sash and the pointer that drags it. */
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
  const move = (target: number): void => setValue(Math.round(Math.max(min, Math.min(max, target)) * 10) / 10);
  const onPress = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const line = event.currentTarget as HTMLElement;
    line.setPointerCapture(event.pointerId);
    grabOffsets.set(line, value - getPercent(event));
  };
  const onDrag = (event: PointerEvent): void => {
    const line = event.currentTarget as HTMLElement;
    if (line.hasPointerCapture(event.pointerId)) move(getPercent(event) + (grabOffsets.get(line) ?? 0));
  };
  const onKey = (event: KeyboardEvent): void => {
    // Right and up enlarge the part.
    const [more, less] = isVertical ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
    const moves: Readonly<Record<string, number>> = {
      [more]: value + keyStep,
      [less]: value - keyStep,
      Home: min,
      End: max,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  return html`<div class="sash ${isVertical ? 'vertical' : ''}" role="separator" tabindex="0" data-key=${key}
    aria-label=${label} title=${label} aria-orientation=${isVertical ? 'vertical' : 'horizontal'}
    aria-valuenow=${Math.round(value)} aria-valuemin=${min} aria-valuemax=${max} @keydown=${onKey}
    @pointerdown=${onPress} @pointermove=${onDrag} @dblclick=${() => move(defaultValue)}></div>`;
}
