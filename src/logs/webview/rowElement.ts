import { groupOf } from '../filter.ts';
import type { LogRow } from '../logRow.ts';
import { firstLineOf, isExpandable, localTime, shortId } from '../rowText.ts';
import { fill, type Strings } from '../strings.ts';
import { coloredText } from './coloredText.ts';
import { detailsElement } from './details.ts';
import { element, iconElement } from './dom.ts';
import type { RowActions } from './rowActions.ts';

/** How a row is to be shown. */
export interface RowView {
  readonly isExpanded: boolean;
  /** The filter's text, highlighted where it occurs. */
  readonly mark: string;
}

/** One row of the list: chevron, time, type, message, request; below them the whole entry when expanded. */
export function rowElement(row: LogRow, view: RowView, strings: Strings, actions: RowActions): HTMLElement {
  const { isExpanded, mark } = view;
  const level = groupOf(row.type).toLowerCase();
  const made = element(
    'div',
    `row ${level}${isExpanded ? ' expanded' : ''}`,
    { role: 'row', id: `row-${row.id}` },
    chevronCell(row, isExpanded, strings, actions),
    timeCell(row, strings),
    element('span', 'cell type', { role: 'gridcell', title: row.type }, row.type),
    element('span', 'cell message', { role: 'gridcell' }, coloredText(firstLineOf(row).line, mark)),
    requestCell(row, strings, actions),
  );
  if (isExpanded) made.append(detailsElement(row, mark, strings, actions));
  return made;
}

function chevronCell(row: LogRow, isExpanded: boolean, strings: Strings, actions: RowActions): HTMLElement {
  const label = isExpanded ? strings.collapse : strings.expand;
  const chevron = element(
    'button',
    `chevron${isExpandable(row) ? '' : ' quiet'}`,
    {
      type: 'button',
      tabindex: '-1',
      title: label,
      'aria-label': label,
      'aria-expanded': String(isExpanded),
    },
    iconElement(isExpanded ? 'chevron-down' : 'chevron-right'),
  );
  chevron.addEventListener('click', () => actions.toggle(row));
  return element('span', 'cell', { role: 'gridcell' }, chevron);
}

function timeCell(row: LogRow, strings: Strings): HTMLElement {
  if (row.undated) return element('span', 'cell time', { role: 'gridcell', title: strings.noTime }, '–');
  const { date, clock } = localTime(row.time);
  const title = new Date(row.time).toISOString();
  return element(
    'span',
    'cell time',
    { role: 'gridcell', title },
    element('span', 'date', {}, date, ' '),
    clock,
  );
}

function requestCell({ requestId }: LogRow, strings: Strings, actions: RowActions): HTMLElement {
  const cell = element('span', 'cell', { role: 'gridcell' });
  if (!requestId) return cell;
  const title = fill(strings.requestHint, requestId);
  const button = element(
    'button',
    'request',
    { type: 'button', tabindex: '-1', title, 'aria-label': title },
    shortId(requestId),
  );
  button.addEventListener('click', () => actions.showRequest(requestId));
  cell.append(button);
  return cell;
}
