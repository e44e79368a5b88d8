import { html, nothing, render } from 'lit/html.js';
import { element } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon } from '../../editor/webview/parts.ts';
import type { Formats } from '../formats.ts';
import type { Strings } from '../pageStrings.ts';
import type { PageChart, Shown } from '../protocol.ts';
import { chartTable } from './table.ts';

interface FootDeps {
  readonly chart: PageChart;
  readonly shown: Shown;
  readonly strings: Strings;
  readonly formats: Formats;
  /** The id of the title of the chart, for names. */
  readonly titleId: string;
  readonly isTableOpen: boolean;
  openTable(isOpen: boolean): void;
  copy(): void;
}

/** Below a chart: its table, made when it is opened, and the copy. */
export function createFoot({ chart, shown, strings, formats, titleId, ...deps }: FootDeps): HTMLElement {
  const root = element('div', 'foot');
  const caption = formatText(strings.tableOf, chart.title, formats.span(shown.from, shown.to));
  const table = `${titleId}-table`;

  function draw(isOpen: boolean): void {
    const toggle = (): void => {
      draw(!isOpen);
      deps.openTable(!isOpen);
    };
    render(
      // The words on it come first, then which chart.
      html`<button type="button" class="toggle" id="${titleId}-toggle" aria-controls=${table} aria-expanded=${isOpen}
          aria-labelledby="${titleId}-toggle ${titleId}" @click=${toggle}>${icon('chevron-right')}${strings.showTable}</button>
        ${button(strings.copy, { className: 'link copy', name: formatText(strings.copyOf, chart.title) }, deps.copy)}
        <div class="table-place" id=${table}>${isOpen ? chartTable(chart, { strings, formats, caption }) : nothing}</div>`,
      root,
    );
  }

  draw(deps.isTableOpen);
  return root;
}
