import { html } from 'lit/html.js';
import { button, icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import { toggleItem } from '../../editor/webview/toggleItem.ts';
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
  /** Changes the current filter, which can be newer than the drawn one. */
  changeFilter(change: (current: MessageFilter) => MessageFilter): void;
}

/** Draws the filter by kind, direction, and method. */
export function messageFilterBar(view: FilterBarView): PageTemplate {
  const { texts, filter, changeFilter } = view;
  const { direction, method } = filter;
  const directionButton = (which: 'sent' | 'received', id: string): PageTemplate =>
    toolButton(
      texts[which],
      id,
      () =>
        changeFilter(({ direction: current, ...others }) =>
          current === which ? others : { ...others, direction: which },
        ),
      { key: `only-${which}`, isPressed: direction === which },
    );
  const onMethod = ({ target }: Event): void => {
    const picked = (target as HTMLSelectElement).value;
    changeFilter(({ method: _, ...others }) => (picked === '' ? others : { ...others, method: picked }));
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
  { texts, filter, counts, formatNumber, changeFilter }: FilterBarView,
): PageTemplate {
  const count = counts[kind];
  return button(
    html`${kind === 'error' && count > 0 ? icon('error', 'bad') : ''}${texts.kinds[kind]}
      <span class="quiet">${formatNumber(count)}</span>`,
    { className: 'tool', key: `only-${kind}`, isPressed: filter.kinds.includes(kind) },
    () => changeFilter((current) => ({ ...current, kinds: toggleItem(current.kinds, kind) })),
  );
}
