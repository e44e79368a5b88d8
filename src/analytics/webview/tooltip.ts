import { html, nothing, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';

interface TooltipContent {
  readonly time: string;
  readonly rows: readonly LegendItem[];
  /** A note about the values. */
  readonly note?: string;
  /** The action of a click. */
  readonly hint: string;
  /** The edges of the interval at the cursor, in pixels from the left edge of the chart. */
  readonly interval: { readonly left: number; readonly right: number };
}

/** The distance from the interval at the cursor, in pixels. */
const gapPx = 8;

/**
 * Creates the tooltip of a chart. It's beside the interval at the cursor, so that it covers neither the points nor the
 * legend. A chart without enough space has no tooltip, because its legend shows the same. Only the chart with the pointer
 * or the focus shows its tooltip.
 */
export function createChartTooltip() {
  const root = createElement('div', 'tip', { 'aria-hidden': 'true' });
  root.hidden = true;
  return {
    root,
    /** Shows the tooltip, or hides it if `content` is `undefined`. */
    show(content: TooltipContent | undefined): void {
      const container = root.parentElement;
      root.hidden = !content || !container?.closest('.plot')?.matches(':hover, :focus-visible');
      if (!content || !container || root.hidden) return;
      render(
        html`<p>${content.time}</p><ul>${renderLegend(content.rows, '')}</ul>${
          content.note === undefined ? nothing : html`<p class="note">${content.note}</p>`
        }<p class="hint">${content.hint}</p>`,
        root,
      );
      colorSamples(root);
      const { left, right } = content.interval;
      const [after, before] = [right + gapPx, left - gapPx - root.offsetWidth];
      const isAfter = after + root.offsetWidth <= container.clientWidth;
      // The tooltip can cover the value axis, but nothing beside the card.
      const isBefore = before >= -container.offsetLeft;
      root.hidden = !isAfter && !isBefore;
      // A high tooltip ends above the legend.
      const top = Math.min(0, container.clientHeight - root.offsetHeight);
      root.style.transform = `translate(${Math.round(isAfter ? after : before)}px, ${top}px)`;
    },
  };
}
