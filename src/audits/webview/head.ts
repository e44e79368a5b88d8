import { element, iconElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { Tone } from '../report/tone.ts';
import type { ReportView } from '../report/view.ts';
import type { FromReport, ToReport } from '../reportProtocol.ts';
import { button, timeElement, words } from './parts.ts';

const toneIcons: Readonly<Record<Tone, string>> = {
  failed: 'error',
  warned: 'warning',
  passed: 'pass-filled',
  open: 'info',
};

/** The top of the page: what was audited, what it comes to, and what can be done with it. */
export function headElement(
  { view, strings, isReadable, mayCompare }: ToReport,
  act: { readonly post: (message: FromReport) => void; readonly toComparison: () => void },
): HTMLElement {
  const { verdict } = view;
  const detail = verdict.detail === '' ? [] : [words(verdict.detail, 'p', 'verdict-detail')];
  return element(
    'header',
    'head',
    {},
    element('h1', '', {}, words(formatText(strings.title, view.targetUrl))),
    element(
      'div',
      `verdict ${verdict.tone}`,
      {},
      iconElement(toneIcons[verdict.tone]),
      element('div', '', {}, words(verdict.title, 'p', 'verdict-title'), ...detail),
    ),
    factsElement(view, strings),
    toolbar(),
  );

  function toolbar(): HTMLElement {
    const { post, toComparison } = act;
    const tool = (label: string, icon: string, key: string, run: () => void) =>
      button(label, icon, 'action', run, { 'data-key': key });
    const send = (kind: 'runAgain' | 'copyMarkdown' | 'copyId' | 'export' | 'retry' | 'compare') => () =>
      post({ kind });
    const buttons = [
      ...(isReadable ? [] : [tool(strings.retry, 'refresh', 'retry', send('retry'))]),
      ...(view.targetUrl === '' ? [] : [tool(strings.runAgain, 'debug-rerun', 'runAgain', send('runAgain'))]),
      ...(isReadable
        ? [
            tool(strings.copyMarkdown, 'copy', 'copyMarkdown', send('copyMarkdown')),
            tool(strings.export, 'export', 'export', send('export')),
          ]
        : [tool(strings.copyId, 'copy', 'copyId', send('copyId'))]),
      ...(view.comparison
        ? [tool(strings.compare, 'diff', 'compare', toComparison)]
        : mayCompare
          ? [tool(strings.compare, 'diff', 'compare', send('compare'))]
          : []),
    ];
    return element('div', 'actions', {}, ...buttons);
  }
}

function factsElement(
  { facts, startedAt, completedAt, auditId }: ReportView,
  strings: ToReport['strings'],
): HTMLElement {
  const fact = (label: string, value: Node): HTMLElement =>
    element('div', '', {}, element('dt', '', {}, label), element('dd', '', {}, value));
  return element(
    'dl',
    'facts',
    {},
    ...facts.map(({ label, value }) => fact(label, words(value))),
    ...(startedAt === undefined ? [] : [fact(strings.started, timeElement(startedAt))]),
    ...(completedAt === undefined ? [] : [fact(strings.completed, timeElement(completedAt))]),
    fact(strings.auditId, words(auditId)),
  );
}
