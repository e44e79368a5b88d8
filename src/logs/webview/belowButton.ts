import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon } from '../../editor/webview/parts.ts';
import type { Strings } from '../strings.ts';

/** The way back to the end, with the number of entries that came meanwhile. `count` undefined: at the end. */
export function belowButton(
  count: number | undefined,
  strings: Strings,
  number: (value: number) => string,
  toEnd: () => void,
): TemplateResult | typeof nothing {
  if (count === undefined) return nothing;
  const hasNew = count > 0;
  return html`<button
    type="button"
    class="pill ${hasNew ? 'new' : ''}"
    title=${hasNew ? strings.newBelowHint : strings.toEnd}
    aria-label=${hasNew ? formatText(strings.newBelow, number(count)) : strings.toEnd}
    @click=${toEnd}
  >
    ${hasNew ? html`<span>${formatText(strings.newBelow, number(count))}</span>` : nothing}${icon('arrow-down')}
  </button>`;
}
