import { html, nothing } from 'lit/html.js';
import { icon, type Part, words } from '../../editor/webview/parts.ts';
import type { Item } from '../shapes.ts';
import type { InspectorStrings } from '../strings.ts';

function severityIcon(severity: Item['faults'][number]['severity']): Part {
  if (severity === 'error') return icon('error', 'bad');
  return severity === 'warning' ? icon('warning', 'poor') : icon('info', 'note');
}

/** Whether they are open: it is the same for all items. */
export interface FaultsLook {
  readonly isOpen: boolean;
  toggle(isOpen: boolean): void;
}

/** What AI clients may stumble over, and why. */
export function faultsPart(
  faults: Item['faults'],
  strings: InspectorStrings,
  { isOpen, toggle }: FaultsLook,
): Part {
  if (faults.length === 0) return nothing;
  const turn = (event: Event): void => {
    event.preventDefault();
    toggle(!isOpen);
  };
  return html`<details class="faults" .open=${isOpen}><summary @click=${turn}>${icon('chevron-right')}${strings.faults}<span
      class="count">${faults.length}</span></summary>
    <ul>${faults.map(
      ({ severity, message, why, path }, index) =>
        html`<li class="iconed">${severityIcon(severity)}<div><p>${words(message)}${
          path === undefined ? nothing : html` <code class="quiet">${words(path)}</code>`
        }</p>${
          // Faults of one rule stand together: why is said with the last of them.
          faults[index + 1]?.why === why ? nothing : html`<p class="quiet">${words(why)}</p>`
        }</div></li>`,
    )}</ul>
  </details>`;
}
