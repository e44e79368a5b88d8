import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan, timeElement } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { VerdictTone } from '../report/checkKinds.ts';
import type { ReportPage, ReportState } from '../reportProtocol.ts';
import { renderParagraph } from './parts.ts';

const toneIcons: Readonly<Record<VerdictTone, string>> = {
  failed: 'error',
  warned: 'warning',
  passed: 'pass-filled',
  open: 'info',
};

/** Renders the top of the page: the target, the overall result, and the actions. */
export function renderReportHead(
  { view, hasAudit, canCompare }: ReportState,
  texts: ReportTexts,
  post: PageHost<ReportPage>['post'],
  scrollToComparison: () => void,
): PageTemplate {
  const { verdict, facts, startedAt, completedAt, auditId } = view;
  const renderFact = (label: string, value: PageTemplate): PageTemplate =>
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const renderTime = (label: string, iso: string | undefined): PageTemplate =>
    iso === undefined ? nothing : renderFact(label, timeElement(toVisibleText(iso)));
  type Kind = 'runAgain' | 'copyMarkdown' | 'copyId' | 'export' | 'retry' | 'compare';
  const renderAction = (kind: Kind, id: string, run = () => post({ kind })): PageTemplate =>
    button(texts[kind], { icon: id, key: kind }, run);
  return html`<header class="head">
    <h1>${textSpan(formatText(texts.title, view.targetUrl))}</h1>
    <div class="verdict ${verdict.tone}">${icon(toneIcons[verdict.tone])}
      <div>${renderParagraph(verdict.title, 'verdict-title')}${
        verdict.detail === '' ? nothing : renderParagraph(verdict.detail, 'verdict-detail')
      }</div>
    </div>
    <dl class="facts">${facts.map(({ label, value }) => renderFact(label, textSpan(value)))}${renderTime(texts.started, startedAt)}${renderTime(
      texts.completed,
      completedAt,
    )}${renderFact(texts.auditId, textSpan(auditId))}</dl>
    <div class="actions">
      ${hasAudit ? nothing : renderAction('retry', 'refresh')}
      ${view.targetUrl === '' ? nothing : renderAction('runAgain', 'debug-rerun')}
      ${hasAudit ? [renderAction('copyMarkdown', 'copy'), renderAction('export', 'export')] : renderAction('copyId', 'copy')}
      ${view.comparison ? renderAction('compare', 'diff', scrollToComparison) : canCompare ? renderAction('compare', 'diff') : nothing}
    </div>
  </header>`;
}
