import { html, nothing, type TemplateResult } from 'lit/html.js';
import { button, icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { LogTextName } from '../pageTexts.ts';
import { type SortColumn, toggleSort } from '../requestSort.ts';
import { type FrameActions, type FrameView, isDeploymentLog } from './frameView.ts';

const sortTexts: Readonly<Record<SortColumn, { name: LogTextName; hint: LogTextName }>> = {
  time: { name: 'columnTime', hint: 'sortByTime' },
  duration: { name: 'columnDuration', hint: 'sortByDuration' },
  errors: { name: 'columnErrors', hint: 'sortByErrors' },
};

/** Whether the list has a visible heading, by which requests can be sorted. */
export function hasHeading({ state, options, loaded }: FrameView): boolean {
  return options.isGrouped && loaded > 0 && !isDeploymentLog(state);
}

/** Renders the heading of a list that is grouped by request. Its columns have the widths of the requests' columns. */
export function renderHeading(view: FrameView, actions: FrameActions): PageTemplate {
  if (!hasHeading(view)) return nothing;
  const { texts } = view;
  return html`<div class="heading" role="row" id="heading" aria-rowindex="1">
    <span role="columnheader"><span class="unseen">${texts.expand}</span></span>
    ${renderSortCell('time', 'time', view, actions)}
    <span role="columnheader"><span class="unseen">${texts.columnType}</span></span>
    <span class="message" role="presentation">
      <span class="name" role="columnheader" title=${texts.columnName}>${texts.columnName}</span>
      ${renderSortCell('duration', 'took', view, actions)}
      <span class="entries" role="columnheader">${texts.columnEntries}</span>
      ${renderSortCell('errors', 'rest', view, actions)}
    </span>
    <span class="unseen" role="columnheader">${texts.columnRequest}</span>
  </div>`;
}

function renderSortCell(
  column: SortColumn,
  className: string,
  { options, sort, texts }: FrameView,
  actions: FrameActions,
): TemplateResult {
  const { by, isDescending } = sort;
  const isActive = by === column;
  const { name, hint } = sortTexts[column];
  const direction = isDescending ? 'descending' : 'ascending';
  const hints = [texts[name], texts[hint], ...(column === 'duration' ? [texts.durationLine] : [])];
  return html`<span class=${className} role="columnheader" aria-sort=${isActive ? direction : 'none'}>${button(
    html`<span class="words">${texts[name]}</span>${
      isActive ? icon(isDescending ? 'arrow-down' : 'arrow-up', 'small') : nothing
    }`,
    // A column can be too narrow for its name in other languages.
    { className: isActive ? 'sort active' : 'sort', hint: hints.join('\n') },
    () => actions.setOptions({ ...options, sort: toggleSort(options.sort, column) }),
  )}</span>`;
}
