import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';
import { formatCodePoints, splitVisible, visibleText } from './visibleText.ts';

/** Marks of one text at most: a text of nothing else isn't read by anyone. */
const maxMarks = 1000;

/** A text that shows by marks what of it isn't seen, and is selected and copied as it is. */
export function markInvisible(text: string): PageTemplate {
  return html`${guard([text], () => renderPieces(text))}`;
}

function renderPieces(text: string): unknown {
  const found = splitVisible(text);
  if (found.length === 1) return text;
  const shown = found.slice(0, 2 * maxMarks);
  const rest = found.slice(2 * maxMarks).join('');
  // What a mark holds turns nothing outside of it.
  return html`${shown.map((piece, at) =>
    at % 2 === 0
      ? piece
      : html`<span class="unseen-mark" data-signs=${formatCodePoints(piece)}><span>${piece}</span></span>`,
  )}${visibleText(rest)}`;
}
