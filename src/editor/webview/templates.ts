/**
 * Templates of elements that all pages use.
 *
 * @module
 */

import { ifDefined } from 'lit/directives/if-defined.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatDateTime } from './dateTime.ts';
import type { PageProblem } from './protocol.ts';
import { toVisibleText } from './visibleText.ts';

export type PageTemplate = TemplateResult | typeof nothing;

/** Renders a codicon that screen readers ignore. */
export function icon(id: string, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${id} ${className}" aria-hidden="true"></span>`;
}

/** Renders a text from another source. Invisible characters become signs, and the text has its own direction. */
export function textSpan(text: string, className = ''): TemplateResult {
  return html`<span class=${className} dir="auto">${toVisibleText(text)}</span>`;
}

/** Renders a time in the user's language. An invalid time is shown as it is. */
export function timeElement(iso: string): TemplateResult {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return textSpan(iso);
  const text = formatDateTime(date.getTime(), document.documentElement.lang || undefined);
  return html`<time datetime=${iso} title=${iso}>${text}</time>`;
}

interface ButtonOptions {
  readonly icon?: string;
  readonly className?: string;
  /** Identifies the button, so that it keeps the focus if it's rendered at another place. */
  readonly key?: string;
  /** The tooltip. */
  readonly hint?: string;
  /** The text for screen readers, if the label isn't enough. */
  readonly accessibleName?: string;
  /** The state of a toggle button. */
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
}

export function button(
  label: string | TemplateResult,
  { icon: id, className = 'action', key, hint, accessibleName, isPressed, isDisabled = false }: ButtonOptions,
  run: (event: Event) => void,
): TemplateResult {
  return html`<button type="button" class=${className} data-key=${ifDefined(key)} title=${ifDefined(hint)}
    aria-label=${ifDefined(accessibleName)} aria-pressed=${ifDefined(isPressed)} ?disabled=${isDisabled}
    @click=${run}>${id === undefined ? nothing : icon(id)}${label}</button>`;
}

/** Renders a button that is only an icon. Screen readers announce its tooltip. */
export function toolButton(
  hint: string,
  icon: string,
  run: (event: Event) => void,
  options: ButtonOptions = {},
): TemplateResult {
  return button('', { icon, className: 'tool', hint, accessibleName: hint, ...options }, run);
}

/** Returns a function that renders the buttons of remedies, the first of which is primary. */
export function createRemedyButton(
  post: (message: { readonly kind: 'remedy'; readonly index: number }) => void,
) {
  return (label: string, index: number): TemplateResult => {
    const options = { className: index === 0 ? 'action primary' : 'action' };
    return button(label, options, () => post({ kind: 'remedy', index }));
  };
}

/** Renders the icon of a problem, or of information. */
export function problemIcon({ isInformational }: Pick<PageProblem, 'isInformational'>): TemplateResult {
  return icon(isInformational ? 'info' : 'error');
}

/** Renders a problem with buttons for its remedies. `end` is content after the buttons. */
export function problemBar(
  { message, detail, remedies, isInformational }: PageProblem,
  createAction: (label: string, index: number, icon: string) => PageTemplate,
  options: { readonly className?: string; readonly role?: string; readonly end?: PageTemplate } = {},
): TemplateResult {
  const { className = '', role, end = nothing } = options;
  const actions = remedies.map(({ label, icon: id }, index) => createAction(label, index, id));
  return html`<div class="notice ${isInformational ? 'calm' : 'error'} ${className}" role=${ifDefined(role)}>
    ${problemIcon({ isInformational })}<span class="words" dir="auto" title=${ifDefined(detail)}>${message}</span>
    ${actions.length === 0 ? nothing : html`<span class="actions">${actions}</span>`}${end}
  </div>`;
}

/**
 * Calls `draw`, which renders the page. If the focused element then no longer exists, the focus moves to the element
 * with the same key, or else to the first element that matches `fallbackSelector`.
 */
export function renderKeepingFocus(root: HTMLElement, fallbackSelector: string, draw: () => void): void {
  const { activeElement } = document;
  const key =
    activeElement instanceof HTMLElement && root.contains(activeElement)
      ? activeElement.dataset['key']
      : undefined;
  draw();
  if (
    key === undefined ||
    (activeElement?.isConnected && (activeElement as HTMLElement).dataset['key'] === key)
  )
    return;
  const replacement = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  (replacement ?? root.querySelector<HTMLElement>(fallbackSelector))?.focus({ preventScroll: true });
}
