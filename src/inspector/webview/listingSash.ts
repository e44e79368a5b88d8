import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { sashPart } from './sash.ts';

/** Default width of the listing, in percent of the page. */
export const defaultListingWidth = 30;

interface ListingSash {
  readonly strings: Pick<InspectorTexts, 'listingWidth'>;
  readonly value: number | undefined;
  readonly set: (value: number) => void;
  readonly app: HTMLElement;
}

/** Draws the sash between the listing and the selected item. */
export function listingSash({ strings, value = defaultListingWidth, set, app }: ListingSash): PageTemplate {
  return sashPart({
    label: strings.listingWidth,
    key: 'offers-width',
    isVertical: true,
    value,
    set,
    min: 15,
    max: 70,
    initial: defaultListingWidth,
    percentAt: ({ clientX }) => (clientX / app.clientWidth) * 100,
  });
}
