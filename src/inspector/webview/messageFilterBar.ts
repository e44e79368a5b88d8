import { html } from 'lit/html.js';
import { button, icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { MessageFilter, MessageKind } from '../messageFilter.ts';
import type { InspectorTexts } from '../pageTexts.ts';

interface FilterBarView {
  readonly texts: InspectorTexts;
  readonly filter: MessageFilter;
  readonly counts: Readonly<Record<MessageKind, number>>;
  /** Methods of the existing messages. */
  readonly methods: readonly string[];
  readonly formatNumber: (value: number) => string;
  setFilter(filter: MessageFilter): void;
}

/** Draws the filter by kind, direction, and method. */
export function messageFilterBar(view: FilterBarView): PageTemplate {
  const { texts, filter, setFilter } = view;
  const { direction, method, ...kinds } = filter;
  const directionButton = (which: 'sent' | 'received', id: string): PageTemplate =>
    toolButton(
      texts[which],
      id,
      () =>
        setFilter({
          ...kinds,
          ...(method !== undefined && { method }),
          ...(direction !== which && { direction: which }),
        }),
      { key: `only-${which}`, isPressed: direction === which },
    );
  const onMethod = ({ target }: Event): void => {
    const picked = (target as HTMLSelectElement).value;
    setFilter({ ...kinds, ...(direction && { direction }), ...(picked !== '' && { method: picked }) });
  };
  // A selected method stays in the list, even if its messages are gone.
  const methods =
    method === undefined || view.methods.includes(method) ? view.methods : [...view.methods, method];
  return html`<div class="filters" role="group" aria-label=${texts.filter}>
    ${filteredKinds.map((kind) => kindButton(kind, view))}
    <span class="directions">${directionButton('sent', 'arrow-up')}${directionButton('received', 'arrow-down')}</span>
    <select class="box" data-key="method" aria-label=${texts.method} .value=${method ?? ''} @change=${onMethod}>
      <option value="" ?selected=${method === undefined}>${texts.allMethods}</option>
      ${methods.map((name) => html`<option value=${name} ?selected=${name === method}>${toVisibleText(name)}</option>`)}
    </select>
  </div>`;
}

/** The kinds that users can filter by. A response is in the row of its request. */
export const filteredKinds = ['request', 'error', 'notification'] as const;

function kindButton(
  kind: (typeof filteredKinds)[number],
  { texts, filter, counts, formatNumber, setFilter }: FilterBarView,
): PageTemplate {
  const isPressed = filter.kinds.includes(kind);
  const kinds = isPressed ? filter.kinds.filter((one) => one !== kind) : [...filter.kinds, kind];
  const count = counts[kind];
  return button(
    html`${kind === 'error' && count > 0 ? icon('error', 'bad') : ''}${texts.kinds[kind]}
      <span class="quiet">${formatNumber(count)}</span>`,
    { className: 'tool', key: `only-${kind}`, isPressed },
    () => setFilter({ ...filter, kinds }),
  );
}
