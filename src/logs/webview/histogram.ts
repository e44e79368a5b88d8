import { nothing, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { Histogram } from '../view/histogram.ts';
import { renderBars, renderMarks, renderTip } from './histogramDrawing.ts';
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
   * Whether the strip takes up space. True as soon as there are rows, so that the list doesn't move when the histogram
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
  readonly #texts: LogTexts;
  readonly #formatNumber: (value: number) => string;
  readonly #options: Pick<HistogramStripOptions, 'onShownChange' | 'onSelect' | 'onHide'>;
  #view: HistogramView = { isShown: false, time: undefined, isUtc: false };
  #histogram: Histogram | undefined;
  #width = 0;
  #lastAnnouncement = '';
  #listTime: number | undefined;
  /**
   * The range that is being selected, from the anchor to the active end. Consists of times, because the bins can change
   * in the meantime.
   */
  #selection: { readonly anchor: number; readonly active: number } | undefined;
  #isDragging = false;
  #hoverX: number | undefined;
  readonly #tooltip = createElement('div', 'tip histogram-tip', { 'aria-hidden': 'true' });
  readonly #bars = createElement('div', 'layer');
  readonly #marks = createElement('div', 'layer');
  readonly #getLeftPx: (bin: number) => number;

  constructor({ root, grid, texts, formatNumber, ...options }: HistogramStripOptions) {
    this.#root = root;
    this.#grid = grid;
    this.#texts = texts;
    this.#formatNumber = formatNumber;
    this.#options = options;
    this.#root.append(this.#bars, this.#marks, this.#tooltip);
    this.#root.hidden = true;
    this.#root.setAttribute('aria-label', this.#texts.histogram);
    this.#root.setAttribute('aria-description', this.#texts.histogramHint);
    this.#getLeftPx = (bin: number) => getBinLeftPx(bin, this.#histogram?.bins.length ?? 1, this.#width);
    // Keeps the focus in the list.
    this.#root.addEventListener('mousedown', (event) => event.preventDefault());
    this.#root.addEventListener('pointerdown', (event) => {
      if (!this.#histogram || event.button !== 0) return;
      this.#root.setPointerCapture(event.pointerId);
      const time = this.#timeAt(this.#getX(event), this.#histogram);
      this.#selection = {
        anchor: event.shiftKey && this.#view.time ? getFarEnd(this.#view.time, time) : time,
        active: time,
      };
      this.#isDragging = true;
      this.#drawMarks();
    });
    this.#root.addEventListener('pointermove', (event) => {
      this.#hoverX = this.#getX(event);
      if (this.#isDragging && this.#selection && this.#histogram)
        this.#selection = { ...this.#selection, active: this.#timeAt(this.#hoverX, this.#histogram) };
      this.#drawMarks();
    });
    this.#root.addEventListener('pointerup', () => this.#isDragging && this.#endDrag(true));
    this.#root.addEventListener('pointercancel', () => this.#isDragging && this.#endDrag(false));
    // Listens to the window, because the strip doesn't need to have the focus during a drag.
    window.addEventListener(
      'keydown',
      (event) => {
        if (!this.#isDragging || event.key !== 'Escape') return;
        event.stopPropagation();
        this.#endDrag(false);
      },
      true,
    );
    this.#root.addEventListener('pointerleave', () => {
      this.#hoverX = undefined;
      this.#drawMarks();
    });
    this.#root.addEventListener('focus', () => {
      if (this.#histogram && !this.#isDragging) this.#selectBin(this.#getStartBin(this.#histogram));
      this.#drawMarks();
    });
    this.#root.addEventListener('blur', () => {
      if (!this.#isDragging) this.#selection = undefined;
      this.#drawMarks();
    });
    this.#root.addEventListener('keydown', (event) => {
      if (!this.#handleKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#drawMarks();
    });
    new ResizeObserver(() => {
      this.#width = this.#bars.clientWidth;
      this.#drawBars();
    }).observe(this.#root);
  }

  /** Shows a histogram, or nothing if it is `undefined`. */
  show(next: Histogram | undefined): void {
    this.#histogram = this.#view.isShown ? next : undefined;
    this.#drawBars();
  }

  draw(next: HistogramView): void {
    const isOtherClock = next.isUtc !== this.#view.isUtc;
    this.#view = next;
    this.#root.hidden = !this.#view.isShown;
    if (!this.#view.isShown) this.#histogram = undefined;
    const zone = this.#view.isUtc ? 0 : -new Date().getTimezoneOffset() * 60_000;
    const announcement = `${this.#view.isShown} ${zone}`;
    // Before the histogram is shown for the first time, the host assumes that it's hidden.
    if (announcement !== this.#lastAnnouncement && (this.#view.isShown || this.#lastAnnouncement !== '')) {
      this.#lastAnnouncement = announcement;
      this.#options.onShownChange(this.#view.isShown, zone);
    }
    if (isOtherClock || !this.#view.isShown) this.#drawBars();
    else this.#drawMarks();
  }

  /** Marks the time of the row at the top of the viewport. `undefined` if the list follows its end. */
  setListTime(time: number | undefined): void {
    if (time === this.#listTime) return;
    this.#listTime = time;
    this.#drawMarks();
  }

  #getSelectedBins(histogram: Histogram): BinRange | undefined {
    if (!this.#selection) return undefined;
    const [a, b] = [
      findBinAtTime(this.#selection.anchor, histogram),
      findBinAtTime(this.#selection.active, histogram),
    ];
    return { first: Math.min(a, b), last: Math.max(a, b) };
  }

  /**
   * Returns the range of the current drag, the bin at the pointer, or the range selected with the keyboard, in this
   * order.
   */
  #getHighlightedBins(histogram: Histogram): BinRange | undefined {
    if (this.#hoverX === undefined || this.#isDragging) return this.#getSelectedBins(histogram);
    const bin = findBinAtPixel(this.#hoverX, histogram.bins.length, this.#width);
    return { first: bin, last: bin };
  }

  #drawBars(): void {
    const histogram = this.#width > 0 ? this.#histogram : undefined;
    render(histogram ? renderBars(histogram, this.#width, this.#view.isUtc) : nothing, this.#bars);
    for (const [name, value] of Object.entries({ role: 'slider', tabindex: '0' })) {
      if (histogram) this.#root.setAttribute(name, value);
      else this.#root.removeAttribute(name);
    }
    this.#drawMarks();
  }

  /** Draws the parts that change often: the selection, the pointer, the position of the list, and the tooltip. */
  #drawMarks(): void {
    const histogram = this.#width > 0 ? this.#histogram : undefined;
    const range = histogram && this.#getHighlightedBins(histogram);
    const isPointing = this.#isDragging || this.#hoverX !== undefined || this.#isFocused();
    const marks = histogram && {
      selected: this.#view.time && toBinRange(this.#view.time, histogram),
      highlighted: isPointing ? range : undefined,
      listBin: this.#listTime === undefined ? undefined : findBinAtTime(this.#listTime, histogram),
    };
    render(marks ? renderMarks(marks, this.#getLeftPx, this.#width) : nothing, this.#marks);
    const isTooltipVisible = range !== undefined && isPointing;
    this.#tooltip.hidden = !isTooltipVisible;
    if (!histogram) return;
    const active = this.#selection
      ? findBinAtTime(this.#selection.active, histogram)
      : histogram.bins.length - 1;
    const description = describeBinRange(
      this.#getSelectedBins(histogram) ?? { first: active, last: active },
      histogram,
      this.#view.isUtc,
      this.#texts,
      this.#formatNumber,
    );
    const values = {
      valuemin: 0,
      valuemax: histogram.bins.length - 1,
      valuenow: active,
      valuetext: description,
    };
    for (const [name, value] of Object.entries(values))
      this.#root.setAttribute(`aria-${name}`, String(value));
    if (!isTooltipVisible) return;
    render(renderTip(range, histogram, this.#view.isUtc, this.#texts, this.#formatNumber), this.#tooltip);
    const middle = (this.#getLeftPx(range.first) + this.#getLeftPx(range.last + 1)) / 2;
    const x = Math.max(
      0,
      Math.min(middle - this.#tooltip.offsetWidth / 2, this.#width - this.#tooltip.offsetWidth),
    );
    this.#tooltip.style.transform = `translateX(${Math.round(x)}px)`;
  }

  #isFocused(): boolean {
    return this.#root.matches(':focus-visible');
  }

  #getX(event: PointerEvent): number {
    return event.clientX - this.#bars.getBoundingClientRect().left;
  }

  #timeAt(x: number, histogram: Histogram): number {
    return (
      histogram.from + (findBinAtPixel(x, histogram.bins.length, this.#width) + 0.5) * histogram.binWidthMs
    );
  }

  #endDrag(isAccepted: boolean): void {
    const range = this.#histogram && this.#getSelectedBins(this.#histogram);
    this.#isDragging = false;
    this.#selection = undefined;
    if (isAccepted && this.#histogram && range) this.#options.onSelect(toTimeSpan(range, this.#histogram));
    this.#drawMarks();
  }

  /** Returns the bin with which the keyboard starts: the first bin of the selected range, or the newest bin. */
  #getStartBin(histogram: Histogram): number {
    return this.#view.time ? findBinAtTime(this.#view.time.from, histogram) : histogram.bins.length - 1;
  }

  #selectBin(bin: number, isExtending = false): void {
    if (!this.#histogram) return;
    const active = this.#histogram.from + (bin + 0.5) * this.#histogram.binWidthMs;
    this.#selection = { anchor: isExtending && this.#selection ? this.#selection.anchor : active, active };
  }

  /** Returns whether the key was handled. */
  #handleKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (!this.#histogram || altKey || ctrlKey || metaKey) return false;
    const last = this.#histogram.bins.length - 1;
    const activeBin = this.#selection
      ? findBinAtTime(this.#selection.active, this.#histogram)
      : this.#getStartBin(this.#histogram);
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, activeBin - 1),
      ArrowRight: Math.min(activeBin + 1, last),
      Home: 0,
      End: last,
    };
    const target = targets[key];
    if (target !== undefined) {
      this.#hoverX = undefined;
      this.#selectBin(target, shiftKey);
      return true;
    }
    if (key === 'Enter' || key === ' ') {
      const range = this.#getSelectedBins(this.#histogram) ?? { first: activeBin, last: activeBin };
      this.#options.onSelect(toTimeSpan(range, this.#histogram));
      return true;
    }
    if (key !== 'h') return false;
    this.#options.onHide();
    this.#grid.focus({ preventScroll: true });
    return true;
  }
}

/** Returns the end of a time span that stays in place when the span is extended to `time`. */
function getFarEnd({ from, until }: TimeSpan, time: number): number {
  return time < from ? until : from;
}
