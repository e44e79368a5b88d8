import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './templates.ts';

interface MenuItem {
  readonly label: string;
  run(): void;
}

interface MenuButtonOptions {
  /** The tooltip and the name for screen readers. */
  readonly label: string;
  /** Identifies the button on the page. */
  readonly key: string;
  /** The items. A line separates the groups. */
  readonly groups: readonly (readonly MenuItem[])[];
}

/**
 * Renders a button with three dots that opens a menu with the look and the keys of the editor's menus. The state of the
 * menu is in the DOM, so that the page can be rendered again while it's open. A page that uses it imports `menu.css`.
 */
export function menuButton({ label, key, groups }: MenuButtonOptions): TemplateResult {
  return html`<span class="menu-root" @keydown=${onKeyDown} @focusout=${onFocusOut}>
    <button type="button" class="action menu-button" data-key=${key} title=${label} aria-label=${label}
      aria-haspopup="menu" aria-expanded="false" @click=${onButtonClick}>${icon('ellipsis')}</button>
    <div class="menu" role="menu" aria-label=${label} hidden>${groups.map(
      (items) =>
        html`<div class="menu-group" role="group">${items.map(
          (item) =>
            html`<div class="menu-item" role="menuitem" tabindex="-1" @click=${(event: Event) => {
              close(findRoot(event), true);
              item.run();
            }} @pointermove=${focusTarget}>${item.label}</div>`,
        )}</div>`,
    )}</div>
  </span>`;
}

/** Distance of the menu from the edges of the page in px. */
const margin = 4;

function findRoot({ currentTarget }: Event): HTMLElement | undefined {
  return (currentTarget instanceof Element && currentTarget.closest<HTMLElement>('.menu-root')) || undefined;
}

function findParts(root: HTMLElement | undefined) {
  const button = root?.querySelector<HTMLElement>('.menu-button');
  const menu = root?.querySelector<HTMLElement>('.menu');
  return button && menu ? { button, menu } : undefined;
}

function listItems(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')];
}

/** Opens the menu below its button, within the page, and focuses the first or the last item. */
function open(root: HTMLElement | undefined, index: 0 | -1): void {
  const parts = findParts(root);
  if (!parts) return;
  const { button, menu } = parts;
  menu.hidden = false;
  button.setAttribute('aria-expanded', 'true');
  menu.style.setProperty('translate', '0');
  const { left, right } = menu.getBoundingClientRect();
  const excess = right - (document.documentElement.clientWidth - margin);
  const shift = Math.min(Math.max(excess, 0), Math.max(left - margin, 0));
  menu.style.setProperty('translate', `${-shift}px`);
  listItems(menu).at(index)?.focus();
}

function close(root: HTMLElement | undefined, hasFocus: boolean): void {
  const parts = findParts(root);
  if (!parts || parts.menu.hidden) return;
  if (hasFocus) parts.button.focus();
  parts.menu.hidden = true;
  parts.button.setAttribute('aria-expanded', 'false');
}

function onButtonClick(event: Event): void {
  const root = findRoot(event);
  if (findParts(root)?.menu.hidden) open(root, 0);
  else close(root, true);
}

function onFocusOut(event: FocusEvent): void {
  const root = findRoot(event);
  const isInside = event.relatedTarget instanceof Node && root?.contains(event.relatedTarget);
  if (!isInside) close(root, false);
}

function focusTarget({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement && document.activeElement !== currentTarget)
    currentTarget.focus({ preventScroll: true });
}

function onKeyDown(event: KeyboardEvent): void {
  const root = findRoot(event);
  const parts = findParts(root);
  if (!parts || event.altKey || event.ctrlKey || event.metaKey) return;
  if (parts.menu.hidden) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    open(root, event.key === 'ArrowDown' ? 0 : -1);
  } else if (!handleMenuKey(event, root, parts.menu)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handles a key of an open menu. Returns whether the key has no other effect. */
function handleMenuKey({ key }: KeyboardEvent, root: HTMLElement | undefined, menu: HTMLElement): boolean {
  const items = listItems(menu);
  const index = items.indexOf(document.activeElement as HTMLElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (Math.max(index, 0) - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[key];
  if (target !== undefined) items[target]?.focus();
  else if (key === 'Escape') close(root, true);
  else if (key === 'Enter' || key === ' ') (items[index] ?? items[0])?.click();
  else if (key === 'Tab') {
    // The focus then moves from the button to the next element.
    close(root, true);
    return false;
  } else if (key.length === 1) findByLetter(items, index, key)?.focus();
  else return false;
  return true;
}

/** Returns the next item after `index` whose label begins with a letter. */
function findByLetter(items: readonly HTMLElement[], index: number, letter: string): HTMLElement | undefined {
  return [...items.slice(index + 1), ...items.slice(0, index + 1)].find((item) =>
    item.textContent?.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()),
  );
}
