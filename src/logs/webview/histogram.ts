import { nothing, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { Histogram } from '../view/histogram.ts';
import { renderBars, renderMarks } from './histogramDrawing.ts';
import {
  type BinRange,
  describeBinRange,
  findBinAtPixel,
  findBinAtTime,
  getBinLeftPx,
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

interface HistogramStripOptions {
  readonly root: HTMLElement;
  /** Gets the focus when the strip is hidden. */
  readonly grid: HTMLElement;
  readonly texts: LogTexts;
  readonly formatNumber: (value: number) => string;
  onShownChange(isShown: boolean, zone: number): void;
  onSelect(time: TimeSpan): void;
  onHide(): void;
}

/** The strip above the list, which shows entries over time and selects a time range. */
export class HistogramStrip {
  readonly #root: HTMLElement;
  readonly #grid: HTMLElement;
  readonly #strings: LogTexts;
  readonly #number: (value: number) => string;
  readonly #options: Pick<HistogramStripOptions, 'onShownChange' | 'onSelect' | 'onHide'>;
  #view: HistogramView = { isShown: false, time: undefined, isUtc: false };
  #shown: Histogram | undefined;
  #width = 0;
  #announced = '';
  #listTime: number | undefined;
  /** The range that is being selected. Uses times, because the bins can change in the meantime. */
  #choice: { readonly origin: number; readonly active: number } | undefined;
  #isDragging = false;
  #hoverX: number | undefined;
  readonly #tip = createElement('div', 'tip histogram-tip', { 'aria-hidden': 'true' });
  readonly #bars = createElement('div', 'layer');
  readonly #marks = createElement('div', 'layer');
  readonly #left: (bin: number) => number;

  constructor({ root, grid, texts, formatNumber, ...options }: HistogramStripOptions) {
    this.#root = root;
    this.#grid = grid;
    this.#strings = texts;
    this.#number = formatNumber;
    this.#options = options;
    this.#root.append(this.#bars, this.#marks, this.#tip);
    this.#root.hidden = true;
    this.#root.setAttribute('aria-label', this.#strings.histogram);
    this.#root.setAttribute('aria-description', this.#strings.histogramHint);
    this.#left = (bin: number) => getBinLeftPx(bin, this.#shown?.bins.length ?? 1, this.#width);
    // Keeps the focus in the list.
    this.#root.addEventListener('mousedown', (event) => event.preventDefault());
    this.#root.addEventListener('pointerdown', (event) => {
      if (!this.#shown || event.button !== 0) return;
      this.#root.setPointerCapture(event.pointerId);
      const time = this.#timeAt(this.#xOf(event), this.#shown);
      this.#choice = {
        origin: event.shiftKey && this.#view.time ? getFarEnd(this.#view.time, time) : time,
        active: time,
      };
      this.#isDragging = true;
      this.#drawMarks();
    });
    this.#root.addEventListener('pointermove', (event) => {
      this.#hoverX = this.#xOf(event);
      if (this.#isDragging && this.#choice && this.#shown)
        this.#choice = { ...this.#choice, active: this.#timeAt(this.#hoverX, this.#shown) };
      this.#drawMarks();
    });
    this.#root.addEventListener('pointerup', () => this.#isDragging && this.#end(true));
    this.#root.addEventListener('pointercancel', () => this.#isDragging && this.#end(false));
    // The strip doesn't need to have the focus during a drag.
    window.addEventListener(
      'keydown',
      (event) => {
        if (!this.#isDragging || event.key !== 'Escape') return;
        event.stopPropagation();
        this.#end(false);
      },
      true,
    );
    this.#root.addEventListener('pointerleave', () => {
      this.#hoverX = undefined;
      this.#drawMarks();
    });
    this.#root.addEventListener('focus', () => {
      if (this.#shown && !this.#isDragging) this.#choose(this.#startOf(this.#shown));
      this.#drawMarks();
    });
    this.#root.addEventListener('blur', () => {
      if (!this.#isDragging) this.#choice = undefined;
      this.#drawMarks();
    });
    this.#root.addEventListener('keydown', (event) => {
      if (!this.#pressed(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#drawMarks();
    });
    new ResizeObserver(() => {
      this.#width = this.#bars.clientWidth;
      this.#drawBars();
    }).observe(this.#root);
  }

  /** Shows a histogram. `undefined` if there is nothing to show. */
  show(next: Histogram | undefined): void {
    this.#shown = this.#view.isShown ? next : undefined;
    this.#drawBars();
  }

  draw(next: HistogramView): void {
    const isOtherClock = next.isUtc !== this.#view.isUtc;
    this.#view = next;
    this.#root.hidden = !this.#view.isShown;
    if (!this.#view.isShown) this.#shown = undefined;
    const zone = this.#view.isUtc ? 0 : -new Date().getTimezoneOffset() * 60_000;
    const announcement = `${this.#view.isShown} ${zone}`;
    // The host doesn't need to know before the histogram is shown for the first time.
    if (announcement !== this.#announced && (this.#view.isShown || this.#announced !== '')) {
      this.#announced = announcement;
      this.#options.onShownChange(this.#view.isShown, zone);
    }
    if (isOtherClock || !this.#view.isShown) this.#drawBars();
    else this.#drawMarks();
  }

  /** Marks the time at the top of the list in milliseconds. `undefined` at its end. */
  setListTime(time: number | undefined): void {
    if (time === this.#listTime) return;
    this.#listTime = time;
    this.#drawMarks();
  }

  #chosen(now: Histogram): BinRange | undefined {
    if (!this.#choice) return undefined;
    const [a, b] = [findBinAtTime(this.#choice.origin, now), findBinAtTime(this.#choice.active, now)];
    return { first: Math.min(a, b), last: Math.max(a, b) };
  }

  /** Returns the range of the drag, the pointer, or the keyboard, in this order. */
  #pointed(now: Histogram): BinRange | undefined {
    if (this.#hoverX === undefined || this.#isDragging) return this.#chosen(now);
    const bin = findBinAtPixel(this.#hoverX, now.bins.length, this.#width);
    return { first: bin, last: bin };
  }

  #drawBars(): void {
    const now = this.#width > 0 ? this.#shown : undefined;
    render(now ? renderBars(now, this.#width, this.#view.isUtc) : nothing, this.#bars);
    for (const [name, value] of Object.entries({ role: 'slider', tabindex: '0' })) {
      if (now) this.#root.setAttribute(name, value);
      else this.#root.removeAttribute(name);
    }
    this.#drawMarks();
  }

  /** Draws the parts that change often: the selection, the pointer, and the position of the list. */
  #drawMarks(): void {
    const now = this.#width > 0 ? this.#shown : undefined;
    const range = now && this.#pointed(now);
    const isPointing = this.#isDragging || this.#hoverX !== undefined || this.#isFocused();
    const found = now && {
      selected: this.#view.time && toBinRange(this.#view.time, now),
      highlighted: isPointing ? range : undefined,
      listBin: this.#listTime === undefined ? undefined : findBinAtTime(this.#listTime, now),
    };
    render(found ? renderMarks(found, this.#left, this.#width) : nothing, this.#marks);
    const isTipVisible = range !== undefined && isPointing;
    this.#tip.hidden = !isTipVisible;
    if (!now) return;
    const active = this.#choice ? findBinAtTime(this.#choice.active, now) : now.bins.length - 1;
    const description = describeBinRange(
      this.#chosen(now) ?? { first: active, last: active },
      now,
      this.#view.isUtc,
      this.#strings,
      this.#number,
    );
    const values = { valuemin: 0, valuemax: now.bins.length - 1, valuenow: active, valuetext: description };
    for (const [name, value] of Object.entries(values))
      this.#root.setAttribute(`aria-${name}`, String(value));
    if (!isTipVisible) return;
    this.#tip.textContent = describeBinRange(range, now, this.#view.isUtc, this.#strings, this.#number);
    const middle = (this.#left(range.first) + this.#left(range.last + 1)) / 2;
    const x = Math.max(0, Math.min(middle - this.#tip.offsetWidth / 2, this.#width - this.#tip.offsetWidth));
    this.#tip.style.transform = `translateX(${Math.round(x)}px)`;
  }

  #isFocused(): boolean {
    return this.#root.matches(':focus-visible');
  }

  #xOf(event: PointerEvent): number {
    return event.clientX - this.#bars.getBoundingClientRect().left;
  }

  #timeAt(x: number, now: Histogram): number {
    return now.from + (findBinAtPixel(x, now.bins.length, this.#width) + 0.5) * now.binWidthMs;
  }

  #end(isTaken: boolean): void {
    const range = this.#shown && this.#chosen(this.#shown);
    this.#isDragging = false;
    this.#choice = undefined;
    if (isTaken && this.#shown && range) this.#options.onSelect(toTimeSpan(range, this.#shown));
    this.#drawMarks();
  }

  /** Returns the start for the keyboard: the selected range, or the newest bin. */
  #startOf(now: Histogram): number {
    return this.#view.time ? findBinAtTime(this.#view.time.from, now) : now.bins.length - 1;
  }

  #choose(bin: number, isExtending = false): void {
    if (!this.#shown) return;
    const active = this.#shown.from + (bin + 0.5) * this.#shown.binWidthMs;
    this.#choice = { origin: isExtending && this.#choice ? this.#choice.origin : active, active };
  }

  /** Returns whether the key was handled. */
  #pressed({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (!this.#shown || altKey || ctrlKey || metaKey) return false;
    const last = this.#shown.bins.length - 1;
    const now = this.#choice ? findBinAtTime(this.#choice.active, this.#shown) : this.#startOf(this.#shown);
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, now - 1),
      ArrowRight: Math.min(now + 1, last),
      Home: 0,
      End: last,
    };
    const target = targets[key];
    if (target !== undefined) {
      this.#hoverX = undefined;
      this.#choose(target, shiftKey);
      return true;
    }
    if (key === 'Enter' || key === ' ') {
      const range = this.#chosen(this.#shown) ?? { first: now, last: now };
      this.#options.onSelect(toTimeSpan(range, this.#shown));
      return true;
    }
    if (key !== 'h') return false;
    this.#options.onHide();
    this.#grid.focus({ preventScroll: true });
    return true;
  }
}

/** Returns the end of a selection that stays when the selection is extended to `time`. */
function getFarEnd({ from, until }: TimeSpan, time: number): number {
  return time < from ? until : from;
}
