import { element, iconElement } from '../../editor/webview/dom.ts';
import type { Kind } from '../report/kinds.ts';
import { visibleText } from '../report/visibleText.ts';

/** A text of the service: never markup, nothing in it unseen, and its direction stays its own. */
export function words(
  text: string,
  tag: 'span' | 'p' | 'dd' | 'dt' | 'pre' = 'span',
  name = '',
): HTMLElement {
  return element(tag, name, { dir: 'auto' }, visibleText(text));
}

export function button(
  label: string,
  icon: string,
  className: string,
  act: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = element('button', className, { type: 'button', ...attributes }, iconElement(icon), label);
  made.addEventListener('click', act);
  return made;
}

export const kindIcons: Readonly<Record<Kind, string>> = {
  failure: 'error',
  warning: 'warning',
  info: 'info',
  other: 'question',
  pending: 'watch',
  skip: 'circle-slash',
  pass: 'pass',
};

/** A time as people here write it; what is none stays as it is. */
export function timeElement(iso: string): HTMLElement {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return words(iso);
  const language = document.documentElement.lang || undefined;
  const shown = date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return element('time', '', { datetime: iso, title: iso }, shown);
}
