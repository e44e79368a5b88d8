import { keyed } from 'lit/directives/keyed.js';
import { html, nothing, render } from 'lit/html.js';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { omitUndefined } from '../../fields.ts';
import { getExactDigitsAt } from '../schema/exactJson.ts';

/** Maximum number of entries of an object or array that are shown. */
const maxEntries = 500;
/** Number of levels that are initially expanded. */
const openLevels = 2;

/**
 * Draws JSON as a tree. The children of a collapsed entry are drawn when it's expanded. `digitsNote`: the note for numbers
 * that might have lost digits; absent if no digits are lost. `exactDigits`: the digits if the whole value is a number.
 */
export function jsonTreePart(
  value: unknown,
  { digitsNote, exactDigits }: { readonly digitsNote?: string; readonly exactDigits?: string | undefined },
): PageTemplate {
  const context = { ...omitUndefined({ digitsNote, exactDigits }), depth: 0 };
  return html`<div class="json" dir="ltr">${keyed(value, valuePart(value, context))}</div>`;
}

interface JsonNodeContext {
  /** Note for numbers that might have lost digits. Absent if no digits are lost. */
  readonly digitsNote?: string;
  readonly depth: number;
  readonly name?: string;
  /** Digits that a JavaScript number can't represent. */
  readonly exactDigits?: string;
}

function valuePart(value: unknown, { digitsNote, depth, name, exactDigits }: JsonNodeContext): PageTemplate {
  const label =
    name === undefined ? nothing : html`<span class="key">${markInvisibleCharacters(name)}</span>: `;
  if (typeof value !== 'object' || value === null) {
    return html`<div class="leaf">${label}<span class=${typeof value}>${markInvisibleCharacters(exactDigits ?? JSON.stringify(value) ?? '')}</span>${
      digitsNote !== undefined && exactDigits === undefined && hasLostDigits(value)
        ? html`<span class="lost" role="img" title=${digitsNote} aria-label=${digitsNote}>${icon('warning', 'poor')}</span>`
        : nothing
    }</div>`;
  }
  const isList = Array.isArray(value);
  const [start, end] = isList ? ['[', ']'] : ['{', '}'];
  const count = Object.keys(value).length;
  if (count === 0) return html`<div class="leaf">${label}${start}${end}</div>`;
  const summary = html`<summary>${icon('chevron-right')}${label}${start}<span class="quiet">${count}</span>${end}</summary>`;
  if (depth < openLevels) {
    return html`<details open>${summary}<div class="below">${entriesPart(value, isList, { ...omitUndefined({ digitsNote }), depth })}</div></details>`;
  }
  const onToggle = ({ currentTarget }: Event): void => {
    const below = (currentTarget as HTMLElement).querySelector<HTMLElement>(':scope > .below');
    if (below?.childElementCount === 0)
      render(entriesPart(value, isList, { ...omitUndefined({ digitsNote }), depth }), below);
  };
  return html`<details @toggle=${onToggle}>${summary}<div class="below"></div></details>`;
}

function entriesPart(value: object, isList: boolean, { digitsNote, depth }: JsonNodeContext): PageTemplate {
  const entries = Object.entries(value);
  return html`${entries.slice(0, maxEntries).map(([key, child]) => {
    const exactDigits = getExactDigitsAt(value, key);
    const context = { ...omitUndefined({ digitsNote, exactDigits }), depth: depth + 1 };
    return valuePart(child, isList ? context : { ...context, name: key });
  })}${entries.length > maxEntries ? html`<div class="leaf">…</div>` : nothing}`;
}

/** Whether a value is an integer beyond 2^53 without exact digits. */
const hasLostDigits = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);
