import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan, timeElement } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { VerdictTone } from '../report/checkKinds.ts';
import type { ReportView } from '../report/reportSchema.ts';
import type { ReportPage, ReportState } from '../reportProtocol.ts';
import { renderReadiness } from './overview.ts';
import { renderParagraph } from './parts.ts';

const toneIcons: Readonly<Record<VerdictTone, string>> = {
  failed: 'error',
  warned: 'warning',
  passed: 'pass-filled',
  open: 'info',
};

interface HeadOptions {
  readonly texts: ReportTexts;
  readonly post: PageHost<ReportPage>['post'];
  readonly showCheck: (index: number) => void;
  readonly showComparison: () => void;
}

/** Renders the top of the page: the target, the overall result, the AI clients, and the actions. */
export function renderReportHead(state: ReportState, options: HeadOptions): PageTemplate {
  const { view } = state;
  const { texts, showCheck, showComparison } = options;
  const { verdict } = view;
  return html`<header class="head">
    <h1>${textSpan(formatText(texts.title, view.targetUrl))}</h1>
    ${renderFactLine(view, texts)}
    <div class="result">
      <div class="verdict ${verdict.tone}">${icon(toneIcons[verdict.tone])}
        <div>${renderParagraph(verdict.title, 'verdict-title')}${
          verdict.detail === '' ? nothing : renderParagraph(verdict.detail, 'verdict-detail')
        }${renderComparisonLink(view, texts, showComparison)}</div>
      </div>
      ${renderReadiness(view, texts, showCheck)}
    </div>
    ${renderActions(state, options)}
  </header>`;
}

/** Renders the duration, the start, and the number of checks in one line. Other facts can be expanded. */
function renderFactLine(view: ReportView, texts: ReportTexts): PageTemplate {
  const { facts, duration, startedAt, completedAt, checkCount, auditId } = view;
  const renderFact = (label: string, value: PageTemplate): PageTemplate =>
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const renderTime = (label: string, iso: string | undefined): PageTemplate =>
    iso === undefined ? nothing : renderFact(label, timeElement(toVisibleText(iso)));
  const checks = checkCount === 1 ? texts.oneCheck : formatText(texts.checkCount, checkCount);
  const line = [
    ...(duration === undefined ? [] : [html`<span>${duration}</span>`]),
    ...(startedAt === undefined ? [] : [timeElement(toVisibleText(startedAt))]),
    ...(checkCount === 0 ? [] : [html`<span>${checks}</span>`]),
  ];
  return html`<details class="fact-line">
    <summary data-key="facts"><span class="fact-texts">${line.map((fact, index) => (index === 0 ? fact : html` · ${fact}`))}</span>${icon('chevron-right')}${texts.details}</summary>
    <dl class="facts">${facts.map(({ label, value }) => renderFact(label, textSpan(value)))}${renderTime(texts.started, startedAt)}${renderTime(
      texts.completed,
      completedAt,
    )}${renderFact(texts.auditId, textSpan(auditId))}</dl>
  </details>`;
}

/** Renders the number of changes since another audit, as a link to these changes. */
function renderComparisonLink(
  { comparison }: ReportView,
  texts: ReportTexts,
  showComparison: () => void,
): PageTemplate {
  if (!comparison || comparison.changes.length === 0) return nothing;
  const counts = comparison.changes.map(({ title, checks }) => `${title}: ${checks.length}`).join(' · ');
  return button(
    formatText(texts.changeCounts, counts),
    { className: 'link', icon: 'diff', key: 'changes' },
    showComparison,
  );
}

function renderActions(
  { view, hasAudit, canCompare }: ReportState,
  { texts, post, showComparison }: HeadOptions,
): PageTemplate {
  type Kind = 'runAgain' | 'copyMarkdown' | 'copyId' | 'export' | 'retry' | 'compare';
  const renderAction = (kind: Kind, id: string, run = () => post({ kind })): PageTemplate =>
    button(texts[kind], { icon: id, key: kind }, run);
  const copyAll = (): void => post({ kind: 'copyAllFixPrompts' });
  return html`<div class="actions">
    ${hasAudit ? nothing : renderAction('retry', 'refresh')}
    ${view.problemCount === 0 ? nothing : button(texts.copyAllFixPrompts, { icon: 'copy', key: 'copyAllFixPrompts', className: 'action primary' }, copyAll)}
    ${view.targetUrl === '' ? nothing : renderAction('runAgain', 'debug-rerun')}
    ${view.comparison ? renderAction('compare', 'diff', showComparison) : canCompare ? renderAction('compare', 'diff') : nothing}
    ${hasAudit ? [renderAction('copyMarkdown', 'markdown'), renderAction('export', 'export')] : renderAction('copyId', 'copy')}
  </div>`;
}
