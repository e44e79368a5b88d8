import { element, iconElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageState } from '../page/protocol.ts';
import {
  actionButton,
  button,
  type Kit,
  notesElement,
  problemElement,
  statusElement,
  words,
} from './parts.ts';

/** The top of a page: which environment, how it stands, and what can be done now. */
export function headChildren(
  { head, problem, actions }: Pick<PageState, 'head' | 'problem' | 'actions'>,
  kit: Kit,
): readonly HTMLElement[] {
  const { strings, post } = kit;
  const { name, project, isProduction, protectedBy, status, notes } = head;
  const marks = [
    ...(isProduction
      ? [element('span', 'mark production', {}, iconElement('circle-filled'), strings.production)]
      : []),
    ...(protectedBy === undefined || isProduction
      ? []
      : [
          element(
            'span',
            'mark',
            { title: formatText(strings.protectedBy, protectedBy) },
            iconElement('shield'),
            strings.protected,
          ),
        ]),
  ];
  const [first, ...others] = actions;
  return [
    element('h1', '', {}, words(name)),
    element('p', 'place', {}, ...(project === undefined ? [] : [words(project)]), ...marks),
    ...(status && !problem ? [statusElement(status.tone, status.text)] : []),
    ...(problem ? [problemElement(problem, kit)] : []),
    ...(notes.length === 0 ? [] : [notesElement(notes, kit)]),
    ...(first === undefined
      ? []
      : [
          element(
            'div',
            'actions',
            { role: 'group', 'aria-label': strings.actions },
            actionButton(kit, first, 'head', 'action primary'),
            ...others.map((action) => actionButton(kit, action, 'head')),
            button(strings.refresh, 'refresh', 'refresh', () => post({ kind: 'refresh' })),
          ),
        ]),
  ];
}
