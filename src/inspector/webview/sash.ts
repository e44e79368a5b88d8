import { html } from 'lit/html.js';
import type { Part } from '../../editor/webview/parts.ts';

interface Sash {
  /** What it changes. */
  readonly label: string;
  readonly key: string;
  /** It stands between what is left and what is right of it. */
  readonly isVertical: boolean;
  /** Percent of the whole. */
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Where it is at first. */
  readonly normal: number;
  /** Percent that a pointer stands for. */
  readonly at: (event: PointerEvent) => number;
  readonly set: (value: number) => void;
}

/** Percent that a key moves it by. */
const step = 2;

/** Percent between a line and the pointer that took it. */
const grabbed = new WeakMap<EventTarget, number>();

/** A line between two parts that is moved with the mouse or with arrows; a double click brings it back. */
export function sash({ label, key, isVertical, value, least, most, normal, at, set }: Sash): Part {
  const move = (wanted: number): void => set(Math.round(Math.max(least, Math.min(most, wanted)) * 10) / 10);
  const onPress = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const line = event.currentTarget as HTMLElement;
    line.setPointerCapture(event.pointerId);
    grabbed.set(line, value - at(event));
  };
  const onDrag = (event: PointerEvent): void => {
    const line = event.currentTarget as HTMLElement;
    if (line.hasPointerCapture(event.pointerId)) move(at(event) + (grabbed.get(line) ?? 0));
  };
  const onKey = (event: KeyboardEvent): void => {
    // To the right, or up: what is there gets more room.
    const [more, less] = isVertical ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
    const moves: Readonly<Record<string, number>> = {
      ...{ [more]: value + step, [less]: value - step, Home: least, End: most },
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(wanted);
  };
  return html`<div class="sash ${isVertical ? 'vertical' : ''}" role="separator" tabindex="0" data-key=${key}
    aria-label=${label} title=${label} aria-orientation=${isVertical ? 'vertical' : 'horizontal'}
    aria-valuenow=${Math.round(value)} aria-valuemin=${least} aria-valuemax=${most} @keydown=${onKey}
    @pointerdown=${onPress} @pointermove=${onDrag} @dblclick=${() => move(normal)}></div>`;
}
