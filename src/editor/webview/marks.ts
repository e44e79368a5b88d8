import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';
import { seenAndUnseen, signsOf, visibleText } from './visibleText.ts';

/** Marks of one text at most: a text of nothing else isn't read by anyone. */
const mostMarks = 1000;

/** A text that shows by marks what of it isn't seen, and is selected and copied as it is. */
export function marked(text: string): PageTemplate {
  return html`${guard([text], () => pieces(text))}`;
}

function pieces(text: string): unknown {
  const found = seenAndUnseen(text);
  if (found.length === 1) return text;
  const shown = found.slice(0, 2 * mostMarks);
  const rest = found.slice(2 * mostMarks).join('');
  // What a mark holds turns nothing outside of it.
  return html`${shown.map((piece, at) =>
    at % 2 === 0
      ? piece
      : html`<span class="unseen-mark" data-signs=${signsOf(piece)}><span>${piece}</span></span>`,
  )}${visibleText(rest)}`;
}
