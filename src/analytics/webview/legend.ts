import { html, svg, type TemplateResult } from 'lit/html.js';
import { createMarkerPath, type LineStyle } from './lineStyle.ts';

/** An item of the legend: the style and the name of a line, and a value. */
export interface LegendItem {
  readonly style: LineStyle;
  readonly name: string;
  readonly value: string;
}

export function renderLegend(items: readonly LegendItem[], moreLinesText: string): TemplateResult {
  return html`${items.map(
    ({ style, name, value }) => html`
      <li>${renderLineSample(style)}<span class="name" title=${name}>${name}</span><span class="value">${value}</span></li>`,
  )}${moreLinesText === '' ? '' : html`<li class="more">${moreLinesText}</li>`}`;
}

/** Renders a piece of a line as the chart draws it. `colorSamples` sets its color. */
function renderLineSample({ dash, marker, color }: LineStyle): TemplateResult {
  return html`<svg class="sample" data-color=${color} width="24" height="10" viewBox="0 0 24 10" aria-hidden="true">
    ${svg`<line x1="0" x2="24" y1="5" y2="5" stroke-dasharray=${dash.join(' ')}></line>
    <path d=${createMarkerPath(marker, 12, 5, 3)}></path>`}
  </svg>`;
}

/** Sets the colors of line samples, because the content security policy doesn't allow inline styles. */
export function colorSamples(root: HTMLElement): void {
  for (const element of root.querySelectorAll<SVGElement>('.sample')) {
    element.style.color = `var(${element.dataset['color']})`;
  }
}
