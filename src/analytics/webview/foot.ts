import { html, render } from 'lit/html.js';
import { element, iconElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
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
  let isOpen = deps.isTableOpen;
  const ids = { toggle: `${titleId}-toggle`, table: `${titleId}-table` };
  const toggle = element('button', 'toggle', {
    ...{ id: ids.toggle, type: 'button', 'aria-controls': ids.table },
    // The words on it come first, then which chart.
    'aria-labelledby': `${ids.toggle} ${titleId}`,
  });
  toggle.append(iconElement('chevron-right'), strings.showTable);
  const copy = element('button', 'link copy', { type: 'button' }, strings.copy);
  copy.setAttribute('aria-label', formatText(strings.copyOf, chart.title));
  const place = element('div', 'table-place', { id: ids.table });

  function draw(): void {
    toggle.setAttribute('aria-expanded', String(isOpen));
    const caption = formatText(strings.tableOf, chart.title, formats.span(shown.from, shown.to));
    render(isOpen ? chartTable(chart, { strings, formats, caption }) : html``, place);
  }

  toggle.addEventListener('click', () => {
    isOpen = !isOpen;
    draw();
    deps.openTable(isOpen);
  });
  copy.addEventListener('click', deps.copy);
  draw();
  return element('div', 'foot', {}, toggle, copy, place);
}
