import { nothing, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { Histogram } from '../view/histogram.ts';
import { renderBars, renderMarks } from './histogramDrawing.ts';
import {
  type BinRange,
  binAtPixel,
  binAtTime,
  binLeft,
  describeBinRange,
  type TimeSpan,
  toBinRange,
  toTimeSpan,
} from './histogramScale.ts';

interface HistogramView {
  /**
   * Whether the strip takes space. It does as soon as there are rows, so that the list doesn't move when the histogram
   * arrives.
   */
  readonly isShown: boolean;
  /** The time range of the filter. */
  readonly time: TimeSpan | undefined;
  readonly isUtc: boolean;
}

interface HistogramDeps {
  readonly root: HTMLElement;
  /** Gets the focus when the strip is hidden. */
  readonly grid: HTMLElement;
  readonly strings: LogTexts;
  readonly number: (value: number) => string;
  notify(isShown: boolean, zone: number): void;
  select(time: TimeSpan): void;
  hide(): void;
}

/** Creates the strip above the list, which shows entries over time and selects a time range. */
export function createHistogram({ root, grid, strings, number, ...deps }: HistogramDeps) {
  let view: HistogramView = { isShown: false, time: undefined, isUtc: false };
  let shown: Histogram | undefined;
  let width = 0;
  let told = '';
  let listTime: number | undefined;
  /** The range that is being selected. Uses times, because the bins can change in the meantime. */
  let choice: { readonly origin: number; readonly active: number } | undefined;
  let isDragging = false;
  let hoverX: number | undefined;

  const tip = createElement('div', 'tip histogram-tip', { 'aria-hidden': 'true' });
  const bars = createElement('div', 'layer');
  const marks = createElement('div', 'layer');
  root.append(bars, marks, tip);
  root.hidden = true;
  root.setAttribute('aria-label', strings.histogram);
  root.setAttribute('aria-description', strings.histogramHint);

  const left = (bin: number) => binLeft(bin, shown?.bins.length ?? 1, width);

  function chosen(now: Histogram): BinRange | undefined {
    if (!choice) return undefined;
    const [a, b] = [binAtTime(choice.origin, now), binAtTime(choice.active, now)];
    return { first: Math.min(a, b), last: Math.max(a, b) };
  }

  /** Returns the range of the drag, the pointer, or the keyboard, in this order. */
  function pointed(now: Histogram): BinRange | undefined {
    if (hoverX === undefined || isDragging) return chosen(now);
    const bin = binAtPixel(hoverX, now.bins.length, width);
    return { first: bin, last: bin };
  }

  function drawBars(): void {
    const now = width > 0 ? shown : undefined;
    render(now ? renderBars(now, width, view.isUtc) : nothing, bars);
    for (const [name, value] of Object.entries({ role: 'slider', tabindex: '0' })) {
      if (now) root.setAttribute(name, value);
      else root.removeAttribute(name);
    }
    drawMarks();
  }

  /** Draws the parts that change often: the selection, the pointer, and the position of the list. */
  function drawMarks(): void {
    const now = width > 0 ? shown : undefined;
    const range = now && pointed(now);
    const isPointing = isDragging || hoverX !== undefined || isFocused();
    const found = now && {
      selected: view.time && toBinRange(view.time, now),
      pointed: isPointing ? range : undefined,
      place: listTime === undefined ? undefined : binAtTime(listTime, now),
    };
    render(found ? renderMarks(found, left, width) : nothing, marks);
    const isTold = range !== undefined && isPointing;
    tip.hidden = !isTold;
    if (!now) return;
    const active = choice ? binAtTime(choice.active, now) : now.bins.length - 1;
    const said = describeBinRange(
      chosen(now) ?? { first: active, last: active },
      now,
      view.isUtc,
      strings,
      number,
    );
    const values = { valuemin: 0, valuemax: now.bins.length - 1, valuenow: active, valuetext: said };
    for (const [name, value] of Object.entries(values)) root.setAttribute(`aria-${name}`, String(value));
    if (!isTold) return;
    tip.textContent = describeBinRange(range, now, view.isUtc, strings, number);
    const middle = (left(range.first) + left(range.last + 1)) / 2;
    const x = Math.max(0, Math.min(middle - tip.offsetWidth / 2, width - tip.offsetWidth));
    tip.style.transform = `translateX(${Math.round(x)}px)`;
  }

  const isFocused = () => root.matches(':focus-visible');
  const xOf = (event: PointerEvent) => event.clientX - bars.getBoundingClientRect().left;
  const timeAt = (x: number, now: Histogram) =>
    now.from + (binAtPixel(x, now.bins.length, width) + 0.5) * now.width;

  function end(isTaken: boolean): void {
    const range = shown && chosen(shown);
    isDragging = false;
    choice = undefined;
    if (isTaken && shown && range) deps.select(toTimeSpan(range, shown));
    drawMarks();
  }

  // Keeps the focus in the list.
  root.addEventListener('mousedown', (event) => event.preventDefault());
  root.addEventListener('pointerdown', (event) => {
    if (!shown || event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    const time = timeAt(xOf(event), shown);
    choice = { origin: event.shiftKey && view.time ? getFarEnd(view.time, time) : time, active: time };
    isDragging = true;
    drawMarks();
  });
  root.addEventListener('pointermove', (event) => {
    hoverX = xOf(event);
    if (isDragging && choice && shown) choice = { ...choice, active: timeAt(hoverX, shown) };
    drawMarks();
  });
  root.addEventListener('pointerup', () => isDragging && end(true));
  root.addEventListener('pointercancel', () => isDragging && end(false));
  // The strip doesn't need to have the focus during a drag.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isDragging || event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    },
    true,
  );
  root.addEventListener('pointerleave', () => {
    hoverX = undefined;
    drawMarks();
  });
  root.addEventListener('focus', () => {
    if (shown && !isDragging) choose(startOf(shown));
    drawMarks();
  });
  root.addEventListener('blur', () => {
    if (!isDragging) choice = undefined;
    drawMarks();
  });
  root.addEventListener('keydown', (event) => {
    if (!pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
    drawMarks();
  });

  /** Returns the start for the keyboard: the selected range, or the newest bin. */
  const startOf = (now: Histogram) => (view.time ? binAtTime(view.time.from, now) : now.bins.length - 1);

  function choose(bin: number, isExtending = false): void {
    if (!shown) return;
    const active = shown.from + (bin + 0.5) * shown.width;
    choice = { origin: isExtending && choice ? choice.origin : active, active };
  }

  /** Returns whether the key was handled. */
  function pressed({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (!shown || altKey || ctrlKey || metaKey) return false;
    const last = shown.bins.length - 1;
    const now = choice ? binAtTime(choice.active, shown) : startOf(shown);
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, now - 1),
      ArrowRight: Math.min(now + 1, last),
      Home: 0,
      End: last,
    };
    const target = targets[key];
    if (target !== undefined) {
      hoverX = undefined;
      choose(target, shiftKey);
      return true;
    }
    if (key === 'Enter' || key === ' ') {
      const range = chosen(shown) ?? { first: now, last: now };
      deps.select(toTimeSpan(range, shown));
      return true;
    }
    if (key !== 'h') return false;
    deps.hide();
    grid.focus({ preventScroll: true });
    return true;
  }

  new ResizeObserver(() => {
    width = bars.clientWidth;
    drawBars();
  }).observe(root);

  return {
    /** Shows a histogram. `undefined` if there is nothing to show. */
    show(next: Histogram | undefined): void {
      shown = view.isShown ? next : undefined;
      drawBars();
    },
    draw(next: HistogramView): void {
      const isOtherClock = next.isUtc !== view.isUtc;
      view = next;
      root.hidden = !view.isShown;
      if (!view.isShown) shown = undefined;
      const zone = view.isUtc ? 0 : -new Date().getTimezoneOffset() * 60_000;
      const telling = `${view.isShown} ${zone}`;
      // The host doesn't need to know before the histogram is shown for the first time.
      if (telling !== told && (view.isShown || told !== '')) {
        told = telling;
        deps.notify(view.isShown, zone);
      }
      if (isOtherClock || !view.isShown) drawBars();
      else drawMarks();
    },
    /** Marks the time at the top of the list in milliseconds. `undefined` at its end. */
    mark(time: number | undefined): void {
      if (time === listTime) return;
      listTime = time;
      drawMarks();
    },
  };
}

/** Returns the end of a selection that stays when the selection is extended to `time`. */
function getFarEnd({ from, until }: TimeSpan, time: number): number {
  return time < from ? until : from;
}
