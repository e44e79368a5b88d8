import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from './templates.ts';
import { formatCodePoints, splitVisible, toVisibleText } from './visibleText.ts';

/** The maximum number of marks in one text. The rest of the text shows signs as plain text. */
const maxMarks = 1000;

/**
 * Renders a text with marks for its invisible characters. If the user copies it, the clipboard has the unchanged text.
 */
export function markInvisibleCharacters(text: string): PageTemplate {
  return html`${guard([text], () => renderParts(text))}`;
}

function renderParts(text: string): unknown {
  const parts = splitVisible(text);
  if (parts.length === 1) return text;
  const markedParts = parts.slice(0, 2 * maxMarks);
  const rest = parts.slice(2 * maxMarks).join('');
  // The style of a mark isolates its content, so that it can't change the direction of the text around it.
  return html`${markedParts.map((part, index) =>
    index % 2 === 0
      ? part
      : html`<span class="unseen-mark" data-signs=${formatCodePoints(part)}><span>${part}</span></span>`,
  )}${toVisibleText(rest)}`;
}
