import { element, iconElement } from '../../editor/webview/dom.ts';
import type { Kind } from '../report/kinds.ts';
import type { Section } from '../report/view.ts';
import type { ReportStrings } from '../reportProtocol.ts';
import { button, kindIcons } from './parts.ts';

export interface FilterBar {
  readonly root: HTMLElement;
  /** Puts what holds now on the bar. `shown`: how many checks there are to be seen, in words. */
  update(filter: string, off: readonly Kind[], shown: string): void;
}

interface FilterActions {
  setFilter(filter: string): void;
  toggle(kind: Kind): void;
  expandAll(isOpen: boolean): void;
}

/** The bar over the checks: which kinds are shown, and a text that they have. */
export function createFilterBar(
  sections: readonly Section[],
  strings: ReportStrings,
  actions: FilterActions,
): FilterBar {
  const toggles = sections.map(({ kind, count }) => {
    const toggle = button(
      strings.kinds[kind],
      kindIcons[kind],
      `toggle ${kind}`,
      () => actions.toggle(kind),
      {
        'data-key': `toggle-${kind}`,
      },
    );
    toggle.append(element('span', 'count', {}, String(count)));
    return { kind, toggle };
  });
  const input = element('input', '', {
    type: 'text',
    placeholder: strings.filter,
    'aria-label': strings.filter,
    'data-key': 'filter',
    spellcheck: 'false',
  });
  input.addEventListener('input', () => actions.setFilter(input.value));
  const clear = element(
    'button',
    'tool',
    { type: 'button', title: strings.clearFilter, 'aria-label': strings.clearFilter },
    iconElement('close'),
  );
  const empty = (): void => {
    actions.setFilter('');
    input.focus();
  };
  clear.addEventListener('click', empty);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === '') return;
    event.preventDefault();
    empty();
  });
  const icon = (label: string, name: string, isOpen: boolean) => {
    const made = element(
      'button',
      'tool',
      { type: 'button', title: label, 'aria-label': label },
      iconElement(name),
    );
    made.addEventListener('click', () => actions.expandAll(isOpen));
    return made;
  };
  const status = element('p', 'shown', { role: 'status' });
  const root = element(
    'div',
    'filter-bar',
    { role: 'search' },
    element(
      'div',
      'toggles',
      { role: 'group', 'aria-label': strings.showKinds },
      ...toggles.map(({ toggle }) => toggle),
    ),
    element('div', 'filter', {}, iconElement('filter'), input, clear),
    element(
      'div',
      'folding',
      {},
      icon(strings.expandAll, 'expand-all', true),
      icon(strings.collapseAll, 'collapse-all', false),
    ),
    status,
  );
  return {
    root,
    update(filter, off, shown) {
      if (input.value !== filter) input.value = filter;
      clear.hidden = filter === '';
      for (const { kind, toggle } of toggles)
        toggle.setAttribute('aria-pressed', String(!off.includes(kind)));
      if (status.textContent !== shown) status.textContent = shown;
    },
  };
}
