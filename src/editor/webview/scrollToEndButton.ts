import { html, nothing } from 'lit/html.js';
import type { FindTexts } from './findTexts.ts';
import { formatText } from './formatText.ts';
import { button, icon, type PageTemplate } from './templates.ts';

/**
 * Renders the button that scrolls to the end. `newCount` is the number of new rows below the view, or `undefined` if
 * the view is at the end. The button isn't shown then. `isBelow` is false if new rows can be anywhere.
 */
export function scrollToEndButton(
  newCount: number | undefined,
  texts: Pick<FindTexts, 'newBelow' | 'newBelowHint' | 'toEnd'>,
  formatNumber: (value: number) => string,
  scrollToEnd: () => void,
  isBelow = true,
): PageTemplate {
  if (newCount === undefined) return nothing;
  const hasNew = newCount > 0;
  const accessibleName = hasNew ? formatText(texts.newBelow, formatNumber(newCount)) : texts.toEnd;
  return button(
    html`${hasNew ? html`<span>${accessibleName}</span>` : nothing}${isBelow ? icon('arrow-down') : nothing}`,
    {
      className: hasNew ? 'pill new' : 'pill',
      hint: hasNew ? texts.newBelowHint : texts.toEnd,
      accessibleName,
    },
    scrollToEnd,
  );
}
