import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatCodePoints, splitVisible, toVisibleText } from '../../editor/webview/visibleText.ts';

/** Maximum number of UTF-16 units of a text with highlighted matches. More would block the page. */
const maxMarkedLength = 200_000;

/** Maximum number of alternating visible and invisible pieces. */
const maxPieces = 2000;

/** Creates a visible mark for invisible characters, which are still selected and copied. */
function unseenMark(unseen: string): HTMLElement {
  return createElement(
    'span',
    'unseen-mark',
    { 'data-signs': formatCodePoints(unseen) },
    createElement('span', '', {}, unseen),
  );
}

/** Creates an element with the text of a message, which is rebuilt only when it changes. */
export function createMessageText(name: string) {
  const root = createElement('pre', '', { tabindex: '0', dir: 'ltr', 'data-key': name });
  let shown: { readonly text: string; readonly mark: string | undefined } | undefined;
  return {
    root,
    show(text: string, mark: RegExp | undefined): void {
      if (shown?.text === text && shown.mark === mark?.source) return;
      if (shown?.text !== text) root.scrollTop = 0;
      shown = { text, mark: mark?.source };
      const part = text.length > maxMarkedLength ? undefined : mark;
      const pieces = splitVisible(text);
      root.replaceChildren(
        ...pieces
          .slice(0, maxPieces)
          .flatMap((piece, at) => (at % 2 === 0 ? highlightMatches(piece, part) : [unseenMark(piece)])),
        toVisibleText(pieces.slice(maxPieces).join('')),
      );
    },
  };
}
