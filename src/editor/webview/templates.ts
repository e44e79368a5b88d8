import { ifDefined } from 'lit/directives/if-defined.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageProblem } from './protocol.ts';
import { visibleText } from './visibleText.ts';

/** What pages are drawn with. */

export type PageTemplate = TemplateResult | typeof nothing;

/** A codicon; its meaning is said elsewhere. */
export function icon(id: string, extra = ''): TemplateResult {
  return html`<span class="codicon codicon-${id} ${extra}" aria-hidden="true"></span>`;
}

/** A text from outside: never markup, nothing in it unseen, and its direction stays its own. */
export function textSpan(text: string, className = ''): TemplateResult {
  return html`<span class=${className} dir="auto">${visibleText(text)}</span>`;
}

/** A time as people here write it; what is none stays as it is. */
export function timeElement(iso: string): TemplateResult {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return textSpan(iso);
  const language = document.documentElement.lang || undefined;
  const shown = date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime=${iso} title=${iso}>${shown}</time>`;
}

interface ButtonOptions {
  readonly icon?: string;
  readonly className?: string;
  /** The same button drawn elsewhere has the same, so that it keeps the focus. */
  readonly key?: string;
  /** For who rests on it. */
  readonly hint?: string;
  /** For screen readers, where the label doesn't say all. */
  readonly accessibleName?: string;
  /** Of one that stays pressed. */
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

/** A button with an icon alone; its hint is its name as well. */
export function toolButton(
  hint: string,
  icon: string,
  run: (event: Event) => void,
  options: ButtonOptions = {},
): TemplateResult {
  return button('', { icon, className: 'tool', hint, accessibleName: hint, ...options }, run);
}

/** Makes buttons of the ways out of a problem, the first of which is the best. */
export function createRemedyButton(
  post: (message: { readonly kind: 'remedy'; readonly index: number }) => void,
) {
  return (label: string, index: number): TemplateResult => {
    const options = { className: index === 0 ? 'action primary' : 'action' };
    return button(label, options, () => post({ kind: 'remedy', index }));
  };
}

/** What is wrong, and what may be done about it. */
export function problemBar(
  { message, detail, remedies, isCalm }: PageProblem,
  createAction: (label: string, index: number, icon: string) => PageTemplate,
  more: { readonly className?: string; readonly role?: string; readonly end?: PageTemplate } = {},
): TemplateResult {
  const { className = '', role, end = nothing } = more;
  const actions = remedies.map(({ label, icon: id }, index) => createAction(label, index, id));
  return html`<div class="notice ${isCalm ? 'calm' : 'error'} ${className}" role=${ifDefined(role)}>
    ${icon(isCalm ? 'info' : 'error')}<span class="words" dir="auto" title=${ifDefined(detail)}>${message}</span>
    ${actions.length === 0 ? nothing : html`<span class="actions">${actions}</span>`}${end}
  </div>`;
}

/** Draws, and leaves the keyboard where it was: on the same button where that stands elsewhere now, else on `others`. */
export function renderKeepingFocus(root: HTMLElement, fallbackSelector: string, draw: () => void): void {
  const { activeElement: focused } = document;
  const key = focused instanceof HTMLElement && root.contains(focused) ? focused.dataset['key'] : undefined;
  draw();
  if (key === undefined || (focused?.isConnected && (focused as HTMLElement).dataset['key'] === key)) return;
  const same = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  (same ?? root.querySelector<HTMLElement>(fallbackSelector))?.focus({ preventScroll: true });
}
