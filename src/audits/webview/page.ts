import { element } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { FromReport, ToReport } from '../reportProtocol.ts';
import { factsElement } from './checkElement.ts';
import { matcher } from './filter.ts';
import { createFilterBar, type FilterBar } from './filterBar.ts';
import { headElement } from './head.ts';
import { comparisonElement, readinessElement } from './overview.ts';
import type { KeptState, PageState } from './pageState.ts';
import { type DrawnSection, drawSection } from './sections.ts';

export interface Page {
  show(message: ToReport): void;
}

interface PageHost {
  readonly post: (message: FromReport) => void;
  readonly state: PageState;
  readonly save: (state: KeptState) => void;
}

/** The page of a report. Each report is drawn as a whole; a filter hides and shows what is drawn. */
export function createPage(app: HTMLElement, host: PageHost): Page {
  let state = host.state;
  let message: ToReport | undefined;
  let sections: readonly DrawnSection[] = [];
  let bar: FilterBar | undefined;
  const none = element('div', 'none');

  function change(changes: Partial<PageState>): void {
    state = { ...state, ...changes };
    if (message) host.save({ ...state, identity: message.identity });
  }

  function setFilter(changes: Pick<PageState, 'filter'> | Pick<PageState, 'off'>): void {
    change(changes);
    filter();
  }

  /** Shows what the filter leaves, in categories that are open as long as there is a text to look for. */
  function filter(): void {
    if (!message) return;
    const { strings, view } = message;
    const isShown = matcher(state.filter, state.off);
    const isLooking = state.filter.trim() !== '';
    let shown = 0;
    for (const { kind, root, count, categories } of sections) {
      let inSection = 0;
      for (const category of categories) {
        let inCategory = 0;
        for (const one of category.checks) {
          const isOne = isShown(kind, one.text);
          one.root.hidden = !isOne;
          if (isOne) inCategory++;
        }
        category.root.hidden = inCategory === 0;
        category.root.open = isLooking || !state.closed.includes(category.key);
        category.count.textContent = String(inCategory);
        inSection += inCategory;
      }
      root.hidden = inSection === 0;
      count.textContent = String(inSection);
      shown += inSection;
    }
    bar?.update(state.filter, state.off, formatText(strings.shown, shown, view.checks));
    none.hidden = shown > 0 || view.checks === 0;
  }

  function expandAll(isOpen: boolean): void {
    const keys = sections.flatMap(({ categories }) => categories.map(({ key }) => key));
    change({ closed: isOpen ? [] : keys, ...(!isOpen && { filter: '' }) });
    filter();
  }

  /** Leads to a check, whatever hides it. */
  function showCheck(index: number): void {
    const found = sections
      .flatMap(({ kind, categories }) => categories.map((category) => ({ kind, category })))
      .find(({ category }) => category.checks.some(({ check }) => check.index === index));
    if (!found) return;
    const { kind, category } = found;
    change({
      filter: '',
      off: state.off.filter((one) => one !== kind),
      closed: state.closed.filter((one) => one !== category.key),
    });
    filter();
    lead(`check-${index}`);
  }

  function draw(next: ToReport): void {
    const { strings, view } = next;
    const before = focusKey();
    const scroll = message ? window.scrollY : state.scroll;
    message = next;
    sections = view.sections.map((section) =>
      drawSection(section, next, {
        isOpen: (index) => state.open.includes(index),
        toggledCheck: (index, isOpen) => {
          const others = state.open.filter((one) => one !== index);
          change({ open: isOpen ? [...others, index] : others });
        },
        toggledCategory: (key, isOpen) => {
          const others = state.closed.filter((one) => one !== key);
          change({ closed: isOpen ? others : [...others, key] });
        },
        find: (index) => host.post({ kind: 'findInWorkspace', index }),
      }),
    );
    bar =
      view.checks === 0
        ? undefined
        : createFilterBar(view.sections, strings, {
            setFilter: (text) => setFilter({ filter: text }),
            toggle: (kind) => {
              const others = state.off.filter((one) => one !== kind);
              setFilter({ off: others.length < state.off.length ? others : [...others, kind] });
            },
            expandAll,
          });
    const clear = element('button', 'action', { type: 'button' }, strings.clearFilters);
    clear.addEventListener('click', () => {
      change({ filter: '', off: [] });
      filter();
    });
    none.replaceChildren(element('p', '', {}, strings.noneShown), clear);
    app.replaceChildren(
      headElement(next, { post: host.post, toComparison: () => lead('comparison') }),
      element(
        'main',
        '',
        {},
        ...readinessElement(view, strings, showCheck),
        ...comparisonElement(view, strings, showCheck),
        ...(bar ? [bar.root] : []),
        ...sections.map(({ root }) => root),
        none,
        ...othersElement(next),
      ),
    );
    filter();
    change({});
    window.scrollTo(0, scroll);
    if (before !== undefined)
      document.querySelector<HTMLElement>(`[data-key="${CSS.escape(before)}"]`)?.focus();
  }

  let scrolled: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('scroll', () => {
    clearTimeout(scrolled);
    scrolled = setTimeout(() => change({ scroll: window.scrollY }), 200);
  });

  return { show: draw };
}

function othersElement({ view, strings }: ToReport): Node[] {
  if (view.others.length === 0) return [];
  return [
    element(
      'section',
      'others',
      { 'aria-labelledby': 'others' },
      element('h2', '', { id: 'others' }, strings.more),
      factsElement(view.others),
    ),
  ];
}

function focusKey(): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement.dataset['key'] : undefined;
}

/** Brings a heading into view, and the keyboard there. */
function lead(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
}
