import { createElement } from './dom.ts';
import { createJsonNode, getJsonNode } from './jsonNode.ts';
import { parseJsonOutline } from './jsonOutline.ts';
import type { JsonTexts } from './jsonTexts.ts';
import { createMarkedText } from './markedText.ts';

interface JsonViewOptions {
  readonly texts: JsonTexts;
  /** The accessible name. */
  readonly label: string;
  /** Identifies the view among the elements of a page. */
  readonly key?: string;
  /** The note for integers beyond 2^53. Absent if all digits are exact. */
  readonly roundedNote?: string;
}

/** Maximum number of tokens of a text that is initially unfolded as a whole. */
const maxSmallTokens = 200;
/** Number of levels of a larger text that are initially unfolded. */
const openLevels = 3;
/** Maximum number of rows that are initially unfolded. */
const maxOpenRows = 200;
/** Maximum number of matches for which objects and arrays are unfolded. */
const maxHits = 200;
/** Maximum length of a text in which matches are searched, in UTF-16 units. */
const maxSearchedLength = 200_000;
/** Number of UTF-16 units of a text that isn't JSON that are added at once. */
const textPageSize = 200_000;

/**
 * Creates a view of exact JSON: colored, and with objects and arrays that users can fold. Rows are created when they are
 * unfolded. A text that isn't JSON is shown as it is.
 */
export function createJsonView({ texts, label, key, roundedNote }: JsonViewOptions) {
  const root = createElement('div', 'json', { dir: 'ltr', tabindex: '-1', 'aria-label': label });
  if (key !== undefined) root.dataset['key'] = key;
  const openStates = new Map<number, boolean>();
  let current: { readonly text: string; readonly highlight: string | undefined } | undefined;
  listenToJsonEvents(root);

  function createTree(text: string, highlight: RegExp | undefined): HTMLElement | undefined {
    const outline = parseJsonOutline(text);
    if (!outline) return undefined;
    const isSmall = outline.starts.length <= maxSmallTokens;
    const tree = {
      outline,
      texts,
      highlight,
      hits: findHits(text, highlight),
      roundedNote,
      openStates,
      openLevels: isSmall ? Number.POSITIVE_INFINITY : openLevels,
      remainingRows: maxOpenRows,
    };
    const node = createJsonNode(tree, { value: 0 }, { level: 1, position: 1, siblingCount: 1 });
    const first = node.matches('.json-row') ? node : node.querySelector<HTMLElement>('.json-row');
    if (first) first.tabIndex = 0;
    return node;
  }

  return {
    root,
    /** Shows a text. `highlight` must have the flag `g`. Rows that the user folded stay folded if the text is the same. */
    show(text: string, highlight?: RegExp): void {
      if (current?.text === text && current.highlight === highlight?.source) return;
      if (current?.text !== text) {
        openStates.clear();
        root.scrollTop = 0;
      }
      current = { text, highlight: highlight?.source };
      const tree = createTree(text, highlight);
      root.role = tree ? 'tree' : 'region';
      root.replaceChildren(tree ?? createPlainText(text, highlight, texts));
    },
  };
}

function findHits(text: string, highlight: RegExp | undefined): readonly number[] {
  if (!highlight || text.length > maxSearchedLength) return [];
  const hits: number[] = [];
  for (const { index } of text.matchAll(highlight)) {
    if (hits.push(index) >= maxHits) break;
  }
  return hits;
}

/** Creates the element for a text that isn't JSON. A long text is shown in parts. */
function createPlainText(text: string, highlight: RegExp | undefined, texts: JsonTexts): HTMLElement {
  const part = createElement('div', 'json-text', { tabindex: '0' });
  part.append(...createMarkedText(text.slice(0, textPageSize), highlight));
  if (text.length > textPageSize) {
    const showAll = createElement('button', 'link', { type: 'button' }, texts.showAll);
    showAll.addEventListener('click', () => part.replaceChildren(...createMarkedText(text)));
    part.append('…', showAll);
  }
  return part;
}

function listenToJsonEvents(root: HTMLElement): void {
  root.addEventListener('focusin', ({ target }) => {
    if (target === root) root.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    if (!(target instanceof HTMLElement) || target.role !== 'treeitem') return;
    for (const item of root.querySelectorAll<HTMLElement>('[role="treeitem"][tabindex="0"]'))
      item.tabIndex = -1;
    target.tabIndex = 0;
  });
  root.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.json-head, .json-more') : null;
    // The end of a selection isn't a click on a row.
    if (!row || !(getSelection()?.isCollapsed ?? true)) return;
    row.focus({ preventScroll: true });
    activate(row, root);
  });
  root.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement.role !== 'treeitem') return;
    if (handleTreeKey(event.key, activeElement, root)) event.preventDefault();
  });
  // Without a selection, the focused value is copied.
  root.addEventListener('copy', (event) => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !(getSelection()?.isCollapsed ?? true)) return;
    const json = getJsonNode(activeElement)?.json;
    if (json === undefined) return;
    event.clipboardData?.setData('text/plain', json);
    event.preventDefault();
  });
}

/** Folds or unfolds an item, shows more rows, or opens the first link. Keeps a row in the tab order. */
function activate(item: HTMLElement, root: HTMLElement): void {
  getJsonNode(item)?.activate?.();
  (item.querySelector<HTMLElement>(':scope > .link') ?? item.querySelector('a'))?.click();
  if (!root.querySelector('[role="treeitem"][tabindex="0"]')) {
    const first = root.querySelector<HTMLElement>('[role="treeitem"]');
    if (first) first.tabIndex = 0;
  }
}

/** Handles a key of a tree. Returns whether the key has a meaning. */
function handleTreeKey(key: string, item: HTMLElement, root: HTMLElement): boolean {
  const items = [...root.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const index = items.indexOf(item);
  const isOpen = item.ariaExpanded;
  const focus = (target: Element | null | undefined): void => {
    if (target instanceof HTMLElement) target.focus();
  };
  switch (key) {
    case 'ArrowDown':
      focus(items[index + 1]);
      return true;
    case 'ArrowUp':
      focus(items[index - 1]);
      return true;
    case 'Home':
      focus(items[0]);
      return true;
    case 'End':
      focus(items.at(-1));
      return true;
    case 'ArrowRight':
      if (isOpen === 'false') activate(item, root);
      else if (isOpen === 'true') focus(items[index + 1]);
      return true;
    case 'ArrowLeft':
      if (isOpen === 'true') activate(item, root);
      else focus(item.closest('.json-children')?.parentElement?.querySelector('.json-row'));
      return true;
    case 'Enter':
    case ' ':
      activate(item, root);
      return true;
    default:
      return false;
  }
}
