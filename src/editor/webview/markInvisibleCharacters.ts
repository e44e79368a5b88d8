import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';
import { formatCodePoints, splitVisible, toVisibleText } from './visibleText.ts';

/** The maximum number of marks in one text. Nobody reads a text with more. */
const maxMarks = 1000;

/** Renders a text with marks for its invisible characters. Selecting and copying it yields the unchanged text. */
export function markInvisibleCharacters(text: string): PageTemplate {
  return html`${guard([text], () => renderPieces(text))}`;
}

function renderPieces(text: string): unknown {
  const parts = splitVisible(text);
  if (parts.length === 1) return text;
  const marked = parts.slice(0, 2 * maxMarks);
  const rest = parts.slice(2 * maxMarks).join('');
  // The content of a mark can't change the direction outside it.
  return html`${marked.map((part, at) =>
    at % 2 === 0
      ? part
      : html`<span class="unseen-mark" data-signs=${formatCodePoints(part)}><span>${part}</span></span>`,
  )}${toVisibleText(rest)}`;
}
