import { html, nothing } from 'lit/html.js';
import type { FindTexts } from './findTexts.ts';
import { formatText } from './formatText.ts';
import { button, icon, type PageTemplate } from './templates.ts';

/** Returns the button that scrolls to the end, with the number of new rows. `count` is undefined at the end. */
export function scrollToEndButton(
  count: number | undefined,
  texts: Pick<FindTexts, 'newBelow' | 'newBelowHint' | 'toEnd'>,
  formatNumber: (value: number) => string,
  toEnd: () => void,
): PageTemplate {
  if (count === undefined) return nothing;
  const hasNew = count > 0;
  const accessibleName = hasNew ? formatText(texts.newBelow, formatNumber(count)) : texts.toEnd;
  return button(
    html`${hasNew ? html`<span>${accessibleName}</span>` : nothing}${icon('arrow-down')}`,
    {
      className: hasNew ? 'pill new' : 'pill',
      hint: hasNew ? texts.newBelowHint : texts.toEnd,
      accessibleName,
    },
    toEnd,
  );
}
