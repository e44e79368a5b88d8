import { element } from '../../editor/webview/dom.ts';
import type { HeadParts } from './headParts.ts';
import { setText } from './setText.ts';

/** Answers what shows a head in the message cell of a row. Its elements are made once, and used again for other heads. */
export function createHeadElement(cell: HTMLElement): (parts: HeadParts) => void {
  const span = (name: string) => element('span', name);
  const [name, problems] = [span('name'), span('problems')];
  const texts = { name, took: span('took'), entries: span('entries'), problems, also: span('also') };
  const rest = element('span', 'rest', {}, problems, ' ', texts.also);
  return (parts) => {
    for (const [part, text] of Object.entries(parts)) setText(texts[part as keyof HeadParts], text);
    // A column may be too narrow for what it says, the more so in another language.
    for (const part of ['name', 'took', 'entries'] as const) texts[part].title = parts[part];
    rest.title = [parts.problems, parts.also].filter((text) => text !== '').join(' ');
    // For who is read to: between columns, blanks aren't drawn.
    if (name.parentElement !== cell)
      cell.replaceChildren(name, ' ', texts.took, ' ', texts.entries, ' ', rest);
  };
}
