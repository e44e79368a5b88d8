import { createElement, createIcon } from './dom.ts';
import { formatText } from './formatText.ts';
import { createJsonLine, createJsonToken } from './jsonLine.ts';
import {
  getJsonKind,
  getJsonToken,
  type JsonChild,
  type JsonOutline,
  listJsonChildren,
} from './jsonOutline.ts';
import type { JsonTexts } from './jsonTexts.ts';

/** The data that all nodes of a JSON text share. */
export interface JsonTree {
  readonly outline: JsonOutline;
  readonly texts: JsonTexts;
  readonly highlight: RegExp | undefined;
  /** Offsets of matches in the source. Objects and arrays that contain one are initially unfolded. */
  readonly hits: readonly number[];
  /** The note for integers beyond 2^53. Absent if all digits are exact. */
  readonly roundedNote?: string | undefined;
  /** Whether objects and arrays are unfolded, by opening bracket. Absent if the user hasn't changed it. */
  readonly openStates: Map<number, boolean>;
  /** Number of levels that are initially unfolded. */
  readonly openLevels: number;
  /** Number of rows that can still be unfolded initially. */
  remainingRows: number;
}

/** The place of a node among its siblings. */
interface JsonPlace {
  /** The level in the tree, from 1. */
  readonly level: number;
  /** Position among the siblings, from 1. */
  readonly position: number;
  readonly siblingCount: number;
}

interface JsonNode {
  /** The text of the value in the source. */
  readonly json: string;
  /** Folds or unfolds an object or array, or shows more rows. Absent for other values. */
  activate?(): void;
}

/** Maximum number of properties or items that are added at once. */
const pageSize = 100;
/** Maximum length of a string that isn't cut off, in UTF-16 units. */
const maxTokenLength = 5000;
/** Maximum length of the preview of a folded object or array, in UTF-16 units. */
const maxPreviewLength = 80;
/** Deeper objects and arrays are shown as one line, because a browser limits the depth of elements. */
const maxLevel = 150;

/** The values by row. */
const nodes = new WeakMap<Element, JsonNode>();

export const getJsonNode = (row: Element): JsonNode | undefined => nodes.get(row);

/** Creates the row of a value and, if it's an unfolded object or array, the rows of its properties or items. */
export function createJsonNode(tree: JsonTree, child: JsonChild, place: JsonPlace): HTMLElement {
  const { outline } = tree;
  const { value } = child;
  const row = createRow(place);
  const json = outline.source.slice(outline.starts[value], outline.ends[outline.lastTokens[value] ?? value]);
  const isFoldable = (outline.counts[value] ?? 0) > 0 && place.level < maxLevel;
  if (isFoldable) return createContainer(tree, child, { row, json, place });
  nodes.set(row, { json });
  row.append(...createKey(tree, child), ...createValue(tree, value), createComma(place));
  return row;
}

function createRow({ level, position, siblingCount }: JsonPlace): HTMLElement {
  return createElement('div', 'json-row', {
    role: 'treeitem',
    tabindex: '-1',
    'aria-level': String(level),
    'aria-posinset': String(position),
    'aria-setsize': String(siblingCount),
  });
}

interface ContainerRow {
  readonly row: HTMLElement;
  readonly json: string;
  readonly place: JsonPlace;
}

/**
 * Creates the rows of an object or array that users can fold. Its children are in a group beside its row, and not in the
 * row, because the text of a row is its accessible name.
 */
function createContainer(tree: JsonTree, child: JsonChild, { row, json, place }: ContainerRow): HTMLElement {
  const { outline, openStates } = tree;
  const { value } = child;
  const isObject = getJsonKind(outline, value) === 'object';
  const element = createElement('div', 'json-node', { role: 'none' });
  row.classList.add('json-head');
  const draw = (isOpen: boolean): void => {
    row.ariaExpanded = String(isOpen);
    row.replaceChildren(createIcon(`chevron-${isOpen ? 'down' : 'right'}`), ...createKey(tree, child));
    element.replaceChildren(row);
    if (isOpen) {
      row.append(isObject ? '{' : '[');
      const group = createElement('div', 'json-children', { role: 'group' });
      addChildren(tree, value, group, { level: place.level + 1, siblingCount: outline.counts[value] ?? 0 });
      const end = createElement('div', 'json-row', { 'aria-hidden': 'true' }, isObject ? '}' : ']');
      end.append(createComma(place));
      element.append(group, end);
    } else {
      const { highlight } = tree;
      const preview = createJsonLine(outline, value, { maxLength: maxPreviewLength, highlight });
      const count = createElement('span', 'json-count', {}, ` ${formatCount(tree, value)}`);
      row.append(preview, createComma(place), count);
    }
  };
  nodes.set(row, {
    json,
    activate() {
      const isOpen = row.ariaExpanded !== 'true';
      const isFocused = row === document.activeElement;
      openStates.set(value, isOpen);
      draw(isOpen);
      if (isFocused) row.focus({ preventScroll: true });
    },
  });
  draw(openStates.get(value) ?? isInitiallyOpen(tree, value, place.level));
  return element;
}

/** Returns the number of properties or items, such as "3 properties". */
function formatCount({ outline, texts }: JsonTree, value: number): string {
  const count = outline.counts[value] ?? 0;
  const [one, several] =
    getJsonKind(outline, value) === 'object'
      ? [texts.oneProperty, texts.properties]
      : [texts.oneItem, texts.items];
  return count === 1 ? one : formatText(several, count);
}

function isInitiallyOpen(tree: JsonTree, value: number, level: number): boolean {
  const { outline, hits } = tree;
  const [start, end] = [outline.starts[value] ?? 0, outline.ends[outline.lastTokens[value] ?? value] ?? 0];
  if (hits.some((hit) => hit >= start && hit < end)) return true;
  const rowCount = Math.min(outline.counts[value] ?? 0, pageSize);
  if (level > 1 && (level > tree.openLevels || rowCount > tree.remainingRows)) return false;
  tree.remainingRows -= rowCount;
  return true;
}

/** Adds a part of the properties or items, and a row that adds the next part. `from`: the first token of the part. */
function addChildren(
  tree: JsonTree,
  parent: number,
  group: HTMLElement,
  {
    level,
    siblingCount,
    from,
  }: { readonly level: number; readonly siblingCount: number; readonly from?: number },
): void {
  const { children, next } = listJsonChildren(tree.outline, parent, pageSize, from);
  const firstPosition = group.childElementCount + 1;
  group.append(
    ...children.map((child, index) =>
      createJsonNode(tree, child, { level, position: firstPosition + index, siblingCount }),
    ),
  );
  if (next === undefined) return;
  const count = Math.min(pageSize, siblingCount - group.childElementCount);
  const label = formatText(tree.texts.showMore, count);
  const more = createRow({ level, position: group.childElementCount + 1, siblingCount });
  more.classList.add('json-more');
  more.append(label);
  nodes.set(more, {
    json: '',
    activate() {
      const wasFocused = more === document.activeElement;
      const { previousElementSibling } = more;
      more.remove();
      addChildren(tree, parent, group, { level, siblingCount, from: next });
      const first = previousElementSibling?.nextElementSibling;
      if (wasFocused && first) getNodeRow(first)?.focus();
    },
  });
  group.append(more);
}

/** Returns the row of a child of a group. */
function getNodeRow(element: Element): HTMLElement | null {
  return element.matches('.json-row')
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>('.json-row');
}

function createKey({ outline, highlight }: JsonTree, { key }: JsonChild): readonly (Node | string)[] {
  return key === undefined ? [] : [createJsonToken(outline, key, { isKey: true, highlight }), ': '];
}

/** Creates the value of a row that can't be folded. */
function createValue(tree: JsonTree, value: number): readonly (Node | string)[] {
  const { outline, highlight, roundedNote } = tree;
  const kind = getJsonKind(outline, value);
  if (kind === 'object' || kind === 'array') return [createJsonLine(outline, value, { highlight })];
  const { length } = getJsonToken(outline, value);
  const text = createJsonToken(outline, value, { maxLength: maxTokenLength, highlight, hasLinks: true });
  if (length > maxTokenLength) {
    const showAll = createElement('button', 'link', { type: 'button', tabindex: '-1' }, tree.texts.showAll);
    showAll.addEventListener('click', (event) => {
      event.stopPropagation();
      showAll.remove();
      text.replaceWith(createJsonToken(outline, value, { highlight, hasLinks: true }));
    });
    return [text, ' ', showAll];
  }
  if (kind !== 'number' || roundedNote === undefined || !mightBeRounded(getJsonToken(outline, value)))
    return [text];
  const note = createIcon('warning');
  note.removeAttribute('aria-hidden');
  for (const [name, content] of [
    ['role', 'img'],
    ['title', roundedNote],
    ['aria-label', roundedNote],
  ] as const)
    note.setAttribute(name, content);
  note.classList.add('json-note');
  return [text, ' ', note];
}

/** Whether a number is an integer beyond 2^53. */
const mightBeRounded = (text: string): boolean =>
  Number.isInteger(Number(text)) && !Number.isSafeInteger(Number(text));

const createComma = ({ level, position, siblingCount }: JsonPlace): string =>
  level > 1 && position < siblingCount ? ',' : '';
