import { html, render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';

interface TooltipContent {
  readonly time: string;
  readonly rows: readonly LegendItem[];
  /** The cursor's distance from the left edge in pixels. */
  readonly left: number;
}

/**
 * Creates the tooltip beside the cursor of a chart. The cursors of all charts move together, but only the chart with
 * the pointer or the focus shows its tooltip.
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
      render(html`<p>${content.time}</p><ul>${renderLegend(content.rows, '')}</ul>`, root);
      colorSamples(root);
      // Right of the cursor if there is enough space, otherwise left of it.
      const isRight = content.left + 16 + root.offsetWidth <= container.clientWidth;
      const x = isRight ? content.left + 12 : Math.max(0, content.left - 12 - root.offsetWidth);
      root.style.transform = `translateX(${Math.round(x)}px)`;
    },
  };
}
