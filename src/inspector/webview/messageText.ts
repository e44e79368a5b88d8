import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatCodePoints, splitVisible, toVisibleText } from '../../editor/webview/visibleText.ts';

/** Maximum number of UTF-16 units of a text in which matches are highlighted. A longer text would block the page. */
const maxHighlightedLength = 200_000;

/** Maximum number of alternating visible and invisible pieces of a text. In the rest, invisible characters are replaced. */
const maxPieces = 2000;

/** Creates a visible mark for invisible characters. Selecting and copying still includes the characters themselves. */
function createInvisibleMark(invisibleText: string): HTMLElement {
  return createElement(
    'span',
    'unseen-mark',
    { 'data-signs': formatCodePoints(invisibleText) },
    createElement('span', '', {}, invisibleText),
  );
}

/** Creates an element with the text of a message, which is rebuilt only when it changes. */
export function createMessageText(name: string) {
  const root = createElement('pre', '', { tabindex: '0', dir: 'ltr', 'data-key': name });
  let current: { readonly text: string; readonly highlight: string | undefined } | undefined;
  return {
    root,
    show(text: string, highlight: RegExp | undefined): void {
      if (current?.text === text && current.highlight === highlight?.source) return;
      if (current?.text !== text) root.scrollTop = 0;
      current = { text, highlight: highlight?.source };
      const usedHighlight = text.length > maxHighlightedLength ? undefined : highlight;
      const pieces = splitVisible(text);
      root.replaceChildren(
        ...pieces
          .slice(0, maxPieces)
          .flatMap((piece, index) =>
            index % 2 === 0 ? highlightMatches(piece, usedHighlight) : [createInvisibleMark(piece)],
          ),
        toVisibleText(pieces.slice(maxPieces).join('')),
      );
    },
  };
}
