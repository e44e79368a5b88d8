import { element } from '../../editor/webview/dom.ts';
import type { Headline } from '../protocol.ts';

/** The numbers that the page begins with. */
export function headlineList(headlines: readonly Headline[]): HTMLElement {
  const items = headlines.map(({ title, value, notes }) => {
    const texts = [value, ...notes].map((text) => element('dd', '', {}, text));
    return element('div', '', {}, element('dt', '', {}, title), ...texts);
  });
  return element('dl', 'headlines', {}, ...items);
}
