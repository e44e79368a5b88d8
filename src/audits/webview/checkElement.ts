import { element, iconElement } from '../../editor/webview/dom.ts';
import type { Check, Fact } from '../report/checks.ts';
import { visibleText } from '../report/visibleText.ts';
import type { ReportStrings } from '../reportProtocol.ts';
import { button, kindIcons, words } from './parts.ts';

interface CheckContext {
  readonly strings: ReportStrings;
  readonly isAboutTool: boolean;
  readonly isOpen: boolean;
  readonly find: () => void;
  readonly toggled: (isOpen: boolean) => void;
}

/** One check: what needs to be done about it is in view, and all else behind *Details*. */
export function checkElement(check: Check, context: CheckContext): HTMLElement {
  const { strings } = context;
  const { index, kind, name, message, unknown, skipReason, hint } = check;
  const id = `check-${index}`;
  const isLoud = needsWork(check);
  const more = moreParts(check, context);
  const head = element(
    'div',
    'check-head',
    {},
    element('h4', '', { id, tabindex: '-1' }, words(name)),
    ...(unknown === undefined ? [] : [words(unknown, 'span', 'chip')]),
    ...(hasDuration(check) ? [element('span', 'duration', {}, check.duration ?? '')] : []),
    element(
      'div',
      'check-actions',
      {},
      ...(context.isAboutTool ? [findButton(check, context)] : []),
      ...more.toggle,
    ),
  );
  return element(
    'article',
    `check ${kind}`,
    { 'aria-labelledby': id, 'data-index': String(index) },
    iconElement(kindIcons[kind]),
    element(
      'div',
      'check-body',
      {},
      head,
      ...(message === undefined ? [] : [words(message, 'p', 'message')]),
      ...(skipReason === undefined || skipReason === message ? [] : [words(skipReason, 'p', 'quiet')]),
      ...(isLoud ? [factsElement(check.details)] : []),
      ...(isLoud && hint !== undefined ? [hintElement(hint, strings)] : []),
      ...more.panel,
    ),
  );
}

function needsWork({ kind }: Check): boolean {
  return kind === 'failure' || kind === 'warning' || kind === 'info' || kind === 'other';
}

/** What was not run took no time worth a look. */
function hasDuration({ kind, duration }: Check): boolean {
  return duration !== undefined && kind !== 'skip' && kind !== 'pending';
}

function findButton({ name, index }: Check, { strings, find }: CheckContext): HTMLElement {
  return button(strings.findInWorkspace, 'search', 'tool', find, {
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

/** The rest, made when somebody wants to see it, and the button for that. */
function moreParts(
  check: Check,
  { strings, isOpen, toggled }: CheckContext,
): { readonly toggle: readonly HTMLElement[]; readonly panel: readonly HTMLElement[] } {
  const { name, description, platforms, id, others, hint, details, index, duration } = check;
  const facts: readonly Fact[] = [
    ...(needsWork(check) ? [] : details),
    ...(platforms.length === 0 ? [] : [{ label: strings.platforms, value: platforms.join(', ') }]),
    ...(duration === undefined || hasDuration(check) ? [] : [{ label: strings.duration, value: duration }]),
    ...(id === undefined ? [] : [{ label: strings.checkId, value: id }]),
    ...others,
  ];
  const quietHint = needsWork(check) ? undefined : hint;
  if (description === undefined && facts.length === 0 && quietHint === undefined)
    return { toggle: [], panel: [] };
  const panel = element('div', 'more', { id: `more-${index}` });
  const toggle = button(
    strings.details,
    'chevron-right',
    'tool more-toggle',
    () => open(panel.hidden !== false),
    {
      'aria-label': `${strings.details}: ${visibleText(name)}`,
      'aria-controls': panel.id,
      'data-key': `more-${index}`,
    },
  );
  const show = (isShown: boolean): void => {
    panel.hidden = !isShown;
    toggle.setAttribute('aria-expanded', String(isShown));
    if (!isShown || panel.hasChildNodes()) return;
    panel.append(
      ...(description === undefined ? [] : [words(description, 'p', 'description')]),
      factsElement(facts),
      ...(quietHint === undefined ? [] : [hintElement(quietHint, strings)]),
    );
  };
  const open = (isShown: boolean): void => {
    show(isShown);
    toggled(isShown);
  };
  show(isOpen);
  return { toggle: [toggle], panel: [panel] };
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
