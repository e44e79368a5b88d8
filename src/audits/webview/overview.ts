import { element, iconElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { Platform } from '../report/platforms.ts';
import type { Change, ReportView } from '../report/view.ts';
import type { ReportStrings } from '../reportProtocol.ts';
import { timeElement, words } from './parts.ts';

/** Readiness for each AI client, and what fails for one that is not ready; `show` leads to a check. */
export function readinessElement(
  { platforms, readiness }: ReportView,
  strings: ReportStrings,
  show: (index: number) => void,
): Node[] {
  if (platforms.length === 0) return [];
  const items = platforms.map(({ name, isReady, failing }) => {
    const [state, icon, word] =
      isReady === null
        ? ['', 'question', strings.readinessUnknown]
        : isReady
          ? ['ready', 'pass', strings.ready]
          : ['not-ready', 'error', strings.notReady];
    return element(
      'li',
      state,
      {},
      element(
        'div',
        'client-head',
        {},
        iconElement(icon),
        words(name, 'span', 'client'),
        element('span', 'readiness', {}, word),
      ),
      ...(isReady === false ? [failingElement(failing, strings, show)] : []),
    );
  });
  return [
    element(
      'section',
      'clients',
      { 'aria-labelledby': 'clients' },
      element('h2', '', { id: 'clients' }, readiness),
      element('ul', '', {}, ...items),
    ),
  ];
}

function failingElement(
  failing: Platform['failing'],
  strings: ReportStrings,
  show: (index: number) => void,
): HTMLElement {
  if (failing.length === 0) return element('p', 'failing quiet', {}, strings.noneFailing);
  const items = failing.map(({ name, severity, index }) =>
    element(
      'li',
      '',
      {},
      linkElement(name, () => show(index)),
      ...(severity === undefined ? [] : [` (${severity})`]),
    ),
  );
  return element('ul', 'failing', {}, ...items);
}

function linkElement(name: string, act: () => void): HTMLElement {
  const link = element('button', 'link', { type: 'button' }, words(name));
  link.addEventListener('click', act);
  return link;
}

const changeIcons: Readonly<Record<Change['kind'], string>> = {
  newlyFailing: 'arrow-down',
  fixed: 'pass',
  stillFailing: 'error',
  undecided: 'question',
  new: 'add',
  gone: 'remove',
};

/** What has changed since the run before; `show` leads to a check. */
export function comparisonElement(
  { comparison }: ReportView,
  strings: ReportStrings,
  show: (index: number) => void,
): Node[] {
  if (!comparison) return [];
  const { since, previousId, note, changes } = comparison;
  const [before = '', after = ''] = formatText(strings.comparedWith, previousId, '\n').split('\n');
  const whom = element(
    'p',
    'quiet',
    {},
    ...(since === undefined ? [words(previousId)] : [words(before), timeElement(since), after]),
  );
  return [
    element(
      'section',
      'comparison',
      { 'aria-labelledby': 'comparison' },
      element('h2', '', { id: 'comparison', tabindex: '-1' }, strings.comparison),
      whom,
      ...(note === undefined ? [] : [element('p', '', {}, note)]),
      ...changes.map((change) => changeElement(change, show)),
    ),
  ];
}

function changeElement({ kind, title, checks }: Change, show: (index: number) => void): HTMLElement {
  const items = checks.map(({ name, severity, message = '', index }) => {
    const rest = [severity === undefined ? ' ' : ` (${severity}) `, words(message, 'span', 'quiet')];
    if (index === undefined) return element('li', '', {}, words(name), ...rest);
    return element(
      'li',
      '',
      {},
      linkElement(name, () => show(index)),
      ...rest,
    );
  });
  return element(
    'div',
    `change ${kind}`,
    {},
    element(
      'h3',
      '',
      {},
      iconElement(changeIcons[kind]),
      title,
      element('span', 'count', {}, String(checks.length)),
    ),
    element('ul', '', {}, ...items),
  );
}
