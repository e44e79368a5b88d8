import { type AnsiStyle, parseAnsi } from '../ansi.ts';
import { element } from './dom.ts';

/** A text with its ANSI colours as theme colours, and the occurrences of `mark` (any case) highlighted. */
export function coloredText(text: string, mark: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const span of parseAnsi(text)) {
    const names = classNames(span.style);
    const parts = markedParts(span.text, mark);
    fragment.append(...(names === '' ? parts : [element('span', names, {}, ...parts)]));
  }
  return fragment;
}

function classNames(style: AnsiStyle): string {
  const { foreground, background, ...others } = style;
  return [
    ...(foreground === undefined ? [] : [`fg${foreground}`]),
    ...(background === undefined ? [] : [`bg${background}`]),
    ...Object.keys(others),
  ].join(' ');
}

/** Plain texts and `mark` elements. A place where lower case has another length is left unmarked. */
function markedParts(text: string, mark: string): (Node | string)[] {
  const wanted = mark.trim().toLowerCase();
  const lower = text.toLowerCase();
  if (wanted === '' || lower.length !== text.length) return [text];
  const parts: (Node | string)[] = [];
  let end = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, end)) {
    if (at > end) parts.push(text.slice(end, at));
    end = at + wanted.length;
    parts.push(element('mark', '', {}, text.slice(at, end)));
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
