import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';
import { formatCodePoints, splitVisible, visibleText } from './visibleText.ts';

/** The maximum number of marks in one text. Nobody reads a text with more. */
const maxMarks = 1000;

/** Renders a text with marks for its invisible characters. Selecting and copying it yields the unchanged text. */
export function markInvisible(text: string): PageTemplate {
  return html`${guard([text], () => renderPieces(text))}`;
}

function renderPieces(text: string): unknown {
  const found = splitVisible(text);
  if (found.length === 1) return text;
  const shown = found.slice(0, 2 * maxMarks);
  const rest = found.slice(2 * maxMarks).join('');
  // The content of a mark can't change the direction outside it.
  return html`${shown.map((piece, at) =>
    at % 2 === 0
      ? piece
      : html`<span class="unseen-mark" data-signs=${formatCodePoints(piece)}><span>${piece}</span></span>`,
  )}${visibleText(rest)}`;
}
