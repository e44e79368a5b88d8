import { element, iconElement } from '../../editor/webview/dom.ts';
import type { Check, Fact } from '../report/checks.ts';
import { visibleText } from '../report/visibleText.ts';
import type { ReportStrings } from '../reportProtocol.ts';
import { button, kindIcons, words } from './parts.ts';

export interface CheckContext {
  readonly strings: ReportStrings;
  readonly isAboutTool: boolean;
  readonly isOpen: boolean;
  readonly find: () => void;
  readonly toggled: (isOpen: boolean) => void;
}

/** One check: what needs to be done about it is in view, and all else behind *Details*. */
export function checkElement(check: Check, context: CheckContext): HTMLElement {
  const { strings } = context;
  const { index, kind, name, message, unknown, skipReason, hint, duration } = check;
  const id = `check-${index}`;
  const needsWork = kind === 'failure' || kind === 'warning' || kind === 'info' || kind === 'other';
  const meta = [
    ...(unknown === undefined ? [] : [words(unknown, 'span', 'chip')]),
    ...(duration === undefined ? [] : [element('span', 'duration', {}, duration)]),
  ];
  return element(
    'article',
    `check ${kind}`,
    { 'aria-labelledby': id, 'data-index': String(index) },
    iconElement(kindIcons[kind]),
    element(
      'div',
      'check-body',
      {},
      element('div', 'check-head', {}, element('h4', '', { id, tabindex: '-1' }, words(name)), ...meta),
      ...(message === undefined ? [] : [words(message, 'p', 'message')]),
      ...(skipReason === undefined || skipReason === message ? [] : [words(skipReason, 'p', 'quiet')]),
      ...(needsWork ? [factsElement(check.details)] : []),
      ...(needsWork && hint !== undefined ? [hintElement(hint, strings)] : []),
      ...(context.isAboutTool ? [findButton(check, context)] : []),
      ...moreElement(check, needsWork, context),
    ),
  );
}

function findButton({ name, index }: Check, { strings, find }: CheckContext): HTMLElement {
  return button(strings.findInWorkspace, 'search', 'action small', find, {
    'aria-label': `${strings.findInWorkspace}: ${visibleText(name)}`,
    'data-key': `find-${index}`,
  });
}

function hintElement(hint: string, strings: ReportStrings): HTMLElement {
  return element(
    'div',
    'hint',
    {},
    iconElement('lightbulb'),
    element(
      'div',
      '',
      {},
      element('span', 'unseen', {}, `${strings.hint}: `),
      words(hint, 'span', 'hint-text'),
    ),
  );
}

/** The rest, made when somebody wants to see it. */
function moreElement(check: Check, needsWork: boolean, context: CheckContext): Node[] {
  const { strings, isOpen, toggled } = context;
  const { description, platforms, id, others, hint, details, index } = check;
  const facts: readonly Fact[] = [
    ...(needsWork ? [] : details),
    ...(platforms.length === 0 ? [] : [{ label: strings.platforms, value: platforms.join(', ') }]),
    ...(id === undefined ? [] : [{ label: strings.checkId, value: id }]),
    ...others,
  ];
  const hasHint = !needsWork && hint !== undefined;
  if (description === undefined && facts.length === 0 && !hasHint) return [];
  const summary = element(
    'summary',
    '',
    { 'data-key': `more-${index}`, 'aria-label': `${strings.details}: ${visibleText(check.name)}` },
    iconElement('chevron-right'),
    strings.details,
  );
  const more = element('details', 'more', {}, summary);
  const fillIn = (): void => {
    if (more.childElementCount > 1) return;
    more.append(
      ...(description === undefined ? [] : [words(description, 'p', 'description')]),
      factsElement(facts),
      ...(hasHint ? [hintElement(hint, strings)] : []),
    );
  };
  if (isOpen) fillIn();
  more.open = isOpen;
  more.addEventListener('toggle', () => {
    if (more.open) fillIn();
    toggled(more.open);
  });
  return [more];
}

/** Labels and values. */
export function factsElement(facts: readonly Fact[]): Node {
  if (facts.length === 0) return document.createDocumentFragment();
  return element(
    'dl',
    'details',
    {},
    ...facts.map(({ label, value }) => element('div', '', {}, words(label, 'dt'), words(value, 'dd'))),
  );
}
