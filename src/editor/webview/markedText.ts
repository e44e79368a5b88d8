import { createElement } from './dom.ts';
import { highlightMatches } from './highlightMatches.ts';
import { formatCodePoints, splitVisible, toVisibleText } from './visibleText.ts';

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

/**
 * Creates the nodes of a text from another source, with marks for invisible characters and `mark` elements for the
 * matches of `highlight`, which must have the flag `g`.
 */
export function createMarkedText(text: string, highlight?: RegExp): (Node | string)[] {
  const usedHighlight = text.length > maxHighlightedLength ? undefined : highlight;
  const pieces = splitVisible(text);
  return [
    ...pieces
      .slice(0, maxPieces)
      .flatMap((piece, index) =>
        index % 2 === 0 ? highlightMatches(piece, usedHighlight) : [createInvisibleMark(piece)],
      ),
    toVisibleText(pieces.slice(maxPieces).join('')),
  ];
}
