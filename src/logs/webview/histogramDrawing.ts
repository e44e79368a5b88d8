import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { Histogram } from '../view/histogram.ts';
import {
  type BinRange,
  chooseLabeledBins,
  computeBarHeights,
  formatBinTime,
  getBinLeftPx,
} from './histogramScale.ts';

/** The end of the strip, the base line of the bars, and the base line of the labels, in pixels from the top. */
const height = 36;
const foot = 23;
const line = 34;
/** Height of the highest bar in pixels. */
const barHeight = 20;

const barNames = ['error', 'warning', 'other'] as const;

/** Renders the bars and the time axis. `width` is in pixels. */
export function renderBars(shown: Histogram, width: number, isUtc: boolean): TemplateResult {
  const { from, bins } = shown;
  const left = (bin: number) => getBinLeftPx(bin, bins.length, width);
  const most = Math.max(1, ...bins.map(({ errors, warnings, others }) => errors + warnings + others));
  const bars = bins.map((bin, index) => {
    const x = left(index);
    const space = left(index + 1) - x;
    let y = foot;
    const parts = computeBarHeights(bin, most, barHeight).map((part, nth) => {
      y -= part;
      if (part === 0) return nothing;
      const across = Math.max(1, space - 1);
      return svg`<rect class="bar ${barNames[nth]}" x=${x} y=${y} width=${across} height=${part}></rect>`;
    });
    if (!bin.isMissing) return parts;
    return svg`<rect class="missing" fill="url(#missing)" x=${x} y="3" width=${space} height="20"></rect>${parts}`;
  });
  const labels = chooseLabeledBins(bins.length, width).map(
    (bin) => svg`<rect class="tick" x=${left(bin)} y=${foot} width="1" height="4"></rect>
      <text class="label" x=${left(bin) + 4} y=${line}>${formatBinTime(from + bin * shown.binWidthMs, shown, isUtc)}</text>`,
  );
  return renderSvg(
    width,
    svg`<pattern id="missing" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="1" height="4"></rect>
      </pattern>
      <rect class="foot" x="0" y=${foot} width=${width} height="1"></rect>
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

/** Renders the marks. `left` returns the left edge of a bin in pixels. */
export function renderMarks(
  marks: HistogramMarks,
  left: (bin: number) => number,
  width: number,
): TemplateResult {
  const band = (name: string, range: BinRange | undefined) => {
    if (!range) return nothing;
    const x = left(range.first);
    const across = Math.max(2, left(range.last + 1) - x);
    return svg`<rect class=${name} x=${x} y="0.5" width=${across} height=${foot}></rect>`;
  };
  const place =
    marks.listBin === undefined
      ? nothing
      : svg`<path class="place" d="M${Math.min(left(marks.listBin), width - 7)} 0h7l-3.5 4z"></path>`;
  return renderSvg(
    width,
    svg`${band('selection', marks.selected)}${band('pointed', marks.highlighted)}${place}`,
  );
}

/** Renders the graphic, which is hidden from screen readers because the slider around it describes it. */
function renderSvg(width: number, content: TemplateResult): TemplateResult {
  return html`<svg width=${width} height=${height} aria-hidden="true">${content}</svg>`;
}
