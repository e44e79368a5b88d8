import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatCodePoints, splitVisible, visibleText } from '../../editor/webview/visibleText.ts';

/** Longer texts are shown without marks: too many would hold up the page. In UTF-16 units. */
const maxMarkedLength = 200_000;

/** Pieces of what is seen and what isn't at most: a text of nothing else isn't read by anyone. */
const maxPieces = 2000;

/** What isn't seen is shown by a mark, and is selected and copied as it is. */
function unseenMark(unseen: string): HTMLElement {
  return createElement(
    'span',
    'unseen-mark',
    { 'data-signs': formatCodePoints(unseen) },
    createElement('span', '', {}, unseen),
  );
}

/** An element with the text of a message, which is made anew only where it changes. */
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
        visibleText(pieces.slice(maxPieces).join('')),
      );
    },
  };
}
