import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { Histogram } from '../view/histogram.ts';
import {
  type BinRange,
  binLevels,
  chooseLabeledBins,
  computeBarHeights,
  countEntries,
  formatBinRange,
  formatBinTime,
  getBarWidthPx,
  getBinLeftPx,
  sumBins,
} from './histogramScale.ts';

/** The bottom of the strip, the baseline of the bars, and the baseline of the labels, in pixels from the top. */
const height = 39;
const barBaseline = 26;
const labelBaseline = 37;
/** Height of the highest bar in pixels. */
const maxBarHeight = 22;

/** Renders the bars and the time axis. */
export function renderBars(histogram: Histogram, widthPx: number, isUtc: boolean): TemplateResult {
  const { from, bins } = histogram;
  const getLeftPx = (index: number) => getBinLeftPx(index, bins.length, widthPx);
  const maxCount = Math.max(1, ...bins.map(countEntries));
  const bars = bins.map((bin, index) => {
    const x = getLeftPx(index);
    const space = getLeftPx(index + 1) - x;
    let y = barBaseline;
    const parts = computeBarHeights(bin, maxCount, maxBarHeight).map((part, nth) => {
      y -= part;
      if (part === 0) return nothing;
      return svg`<rect class="bar ${binLevels[nth]}" x=${x} y=${y} width=${getBarWidthPx(space)} height=${part}></rect>`;
    });
    if (!bin.isMissing) return parts;
    return svg`<rect class="missing" fill="url(#missing)" x=${x} y=${barBaseline - maxBarHeight} width=${space} height=${maxBarHeight}></rect>${parts}`;
  });
  const labels = chooseLabeledBins(bins.length, widthPx).map(
    (bin) => svg`<rect class="tick" x=${getLeftPx(bin)} y=${barBaseline} width="1" height="4"></rect>
      <text class="label" x=${getLeftPx(bin) + 4} y=${labelBaseline}>${formatBinTime(from + bin * histogram.binWidthMs, histogram, isUtc)}</text>`,
  );
  return renderSvg(
    widthPx,
    svg`<pattern id="missing" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="1" height="4"></rect>
      </pattern>
      <rect class="foot" x="0" y=${barBaseline} width=${widthPx} height="1"></rect>
      ${bars}${labels}`,
  );
}

/** The marks over the bars. */
export interface HistogramMarks {
  /** The time range of the filter. */
  readonly selected: BinRange | undefined;
  readonly highlighted: BinRange | undefined;
  /** The bin at the position of the list. */
  readonly listBin: number | undefined;
}

/** Renders the marks. `getLeftPx` returns the left edge of a bin in pixels. */
export function renderMarks(
  marks: HistogramMarks,
  getLeftPx: (bin: number) => number,
  widthPx: number,
): TemplateResult {
  const band = (name: string, range: BinRange | undefined) => {
    if (!range) return nothing;
    const x = getLeftPx(range.first);
    const bandWidth = Math.max(2, getLeftPx(range.last + 1) - x);
    return svg`<rect class=${name} x=${x} y="0.5" width=${bandWidth} height=${barBaseline}></rect>`;
  };
  const place =
    marks.listBin === undefined
      ? nothing
      : svg`<path class="place" d="M${Math.min(getLeftPx(marks.listBin), widthPx - 7)} 0h7l-3.5 4z"></path>`;
  return renderSvg(
    widthPx,
    svg`${band('selection', marks.selected)}${band('pointed', marks.highlighted)}${place}`,
  );
}

/** Renders the tooltip of a range of bins: its times, and its numbers of entries by level. */
export function renderTip(
  range: BinRange,
  histogram: Histogram,
  isUtc: boolean,
  texts: LogTexts,
  formatNumber: (value: number) => string,
): TemplateResult {
  const bin = sumBins(range, histogram);
  const count = countEntries(bin);
  const labels = {
    errors: texts.levelError,
    warnings: texts.levelWarning,
    infos: texts.levelInfo,
    debugs: texts.levelDebug,
    others: texts.levelOther,
  };
  const total = count === 1 ? texts.oneEntry : formatText(texts.entries, formatNumber(count));
  const rows = binLevels
    .filter((level) => bin[level] > 0)
    .map(
      (level) => html`<div class="tip-row">
        <span class="swatch ${level}"></span><span>${labels[level]}</span>
        <span class="number">${formatNumber(bin[level])}</span>
      </div>`,
    );
  return html`<div class="tip-head">
      <span>${formatBinRange(range, histogram, isUtc)}</span><span class="number">${total}</span>
    </div>
    ${rows}
    ${bin.isMissing ? html`<div class="tip-note">${texts.notAllLoaded}</div>` : nothing}`;
}

/** Renders the graphic. It's hidden from screen readers, because the slider around it has a description. */
function renderSvg(widthPx: number, content: TemplateResult): TemplateResult {
  return html`<svg width=${widthPx} height=${height} aria-hidden="true">${content}</svg>`;
}
