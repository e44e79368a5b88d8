import { html, svg, type TemplateResult } from 'lit/html.js';
import { type SeriesStyle, tileSizePx } from './seriesStyle.ts';

/** An item of the legend: the style and the name of a category, and a value. */
export interface LegendItem {
  readonly style: SeriesStyle;
  /** Whether the chart has bars. */
  readonly isBar: boolean;
  readonly name: string;
  readonly value: string;
}

export function renderLegend(items: readonly LegendItem[], moreLinesText: string): TemplateResult {
  return html`${items.map(
    ({ style, isBar, name, value }) => html`
      <li>${isBar ? renderBarSample(style) : renderLineSample(style)}<span class="name" title=${name}>${name}</span><span class="value">${value}</span></li>`,
  )}${moreLinesText === '' ? '' : html`<li class="more">${moreLinesText}</li>`}`;
}

/** Renders a piece of a line as the chart draws it. `colorSamples` sets its color. */
function renderLineSample({ dash, color }: SeriesStyle): TemplateResult {
  return html`<svg class="sample" data-color=${color} width="24" height="10" viewBox="0 0 24 10" aria-hidden="true">
    ${svg`<line x1="0" x2="24" y1="5" y2="5" stroke-dasharray=${dash.join(' ')}></line>`}
  </svg>`;
}

/** Renders a piece of a bar as the chart draws it: solid, or with a pattern in high contrast themes. */
function renderBarSample({ color, tile }: SeriesStyle): TemplateResult {
  const offsets = [0, 1, 2, 3].map((index) => (index % 2) * tileSizePx);
  return html`<svg class="sample ${tile === '' ? '' : 'patterned'}" data-color=${color} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    ${svg`<rect x="0.5" y="0.5" width="11" height="11"></rect>
    ${offsets.map(
      (x, index) =>
        svg`<path d=${tile} transform="translate(${x} ${Math.floor(index / 2) * tileSizePx})"></path>`,
    )}`}
  </svg>`;
}

/** Sets the colors of samples, because the content security policy doesn't allow inline styles. */
export function colorSamples(root: HTMLElement): void {
  for (const element of root.querySelectorAll<SVGElement>('.sample')) {
    element.style.color = `var(${element.dataset['color']})`;
  }
}
