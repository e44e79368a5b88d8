import { html, type TemplateResult } from 'lit/html.js';

/** A codicon in a template; its meaning is said elsewhere. */
export function icon(id: string, extra = ''): TemplateResult {
  return html`<span class="codicon codicon-${id} ${extra}" aria-hidden="true"></span>`;
}
