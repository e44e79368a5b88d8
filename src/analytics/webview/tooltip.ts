import { html, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';

interface TooltipContent {
  readonly time: string;
  readonly rows: readonly LegendItem[];
  /** The action of a click. */
  readonly hint: string;
  /** The cursor's distance from the left edge in pixels. */
  readonly left: number;
}

/**
 * Creates the tooltip below a chart, so that it doesn't cover the values. The cursors of all charts move together, but
 * only the chart with the pointer or the focus shows its tooltip.
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
        html`<p>${content.time}</p><ul>${renderLegend(content.rows, '')}</ul><p class="hint">${content.hint}</p>`,
        root,
      );
      colorSamples(root);
      const x = content.left - root.offsetWidth / 2;
      const limited = Math.max(0, Math.min(x, container.clientWidth - root.offsetWidth));
      root.style.transform = `translateX(${Math.round(limited)}px)`;
    },
  };
}
