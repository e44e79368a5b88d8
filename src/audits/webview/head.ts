import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { menuButton } from '../../editor/webview/menuButton.ts';
import {
  button,
  icon,
  type PageTemplate,
  textSpan,
  timeElement,
  toolButton,
} from '../../editor/webview/templates.ts';
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

const remedyIcons = { retry: 'refresh', runAgain: 'debug-rerun', copyId: 'copy' } as const;

interface HeadOptions {
  readonly texts: ReportTexts;
  readonly post: PageHost<ReportPage>['post'];
  readonly showCheck: (index: number) => void;
  readonly showComparison: () => void;
  /** The keys of the expanded lists. */
  readonly unfolded: readonly string[];
  /** Saves that the user expanded or collapsed a list. */
  readonly toggleUnfolded: (key: string) => void;
}

/** Renders the top of the page: the target, the overall result, the AI clients, and the actions. */
export function renderReportHead(state: ReportState, options: HeadOptions): PageTemplate {
  const { view } = state;
  const { texts, showComparison } = options;
  const { verdict } = view;
  const heading = html`<h1>${textSpan(formatText(texts.title, view.targetUrl || view.auditId))}</h1>`;
  if (!state.hasAudit)
    return html`<header class="head">${heading}</header>${renderMissingReport(state, options)}`;
  return html`<header class="head">
    ${heading}
    <div class="fact-row">${renderFactLine(view, options)}${renderRerunLink(state, options)}</div>
    <div class="result">
      <div class="summary">
        <div class="verdict ${verdict.tone}">${icon(toneIcons[verdict.tone])}
          <div>${renderParagraph(verdict.title, 'verdict-title')}${
            verdict.detail === '' ? nothing : renderParagraph(verdict.detail, 'verdict-detail')
          }${renderComparisonLink(view, texts, showComparison)}</div>
        </div>
        ${renderActions(state, options)}
      </div>
      ${renderReadiness(view, options)}
    </div>
  </header>`;
}

/** Renders the duration and the start in one line. Other facts can be expanded. */
function renderFactLine(view: ReportView, { texts, unfolded, toggleUnfolded }: HeadOptions): PageTemplate {
  const { facts, duration, startedAt, completedAt, auditId } = view;
  const renderFact = (label: string, value: PageTemplate): PageTemplate =>
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const renderTime = (label: string, iso: string | undefined): PageTemplate =>
    iso === undefined ? nothing : renderFact(label, timeElement(toVisibleText(iso)));
  const line = [
    ...(duration === undefined ? [] : [html`<span>${duration}</span>`]),
    ...(startedAt === undefined ? [] : [timeElement(toVisibleText(startedAt))]),
  ];
  return html`<details class="fact-line" .open=${live(unfolded.includes('facts'))}>
    <summary data-key="facts" @click=${() => toggleUnfolded('facts')}><span class="fact-texts">${line.map((fact, index) => (index === 0 ? fact : html` · ${fact}`))}</span>${icon('chevron-right')}${texts.details}</summary>
    <dl class="facts">${facts.map(({ label, value }) => renderFact(label, textSpan(value)))}${renderTime(texts.started, startedAt)}${renderTime(
      texts.completed,
      completedAt,
    )}${renderFact(texts.auditId, textSpan(auditId))}</dl>
  </details>`;
}

/** Renders why there is no report, and the actions that can lead to one. The ID can be looked up elsewhere. */
function renderMissingReport({ view, remedy }: ReportState, { texts, post }: HeadOptions): PageTemplate {
  const { verdict, auditId, targetUrl } = view;
  const renderAction = (kind: NonNullable<typeof remedy>): PageTemplate => {
    const className = kind === remedy ? 'action primary' : 'action';
    return button(texts[kind], { icon: remedyIcons[kind], key: kind, className }, () => post({ kind }));
  };
  // Without reports, nothing but the ID leads to the result.
  const isCopied = remedy === 'copyId';
  const others = (['retry', 'runAgain'] as const).filter(
    (kind) => !isCopied && kind !== remedy && (kind === 'retry' || targetUrl !== ''),
  );
  return html`<div class="verdict missing">
    ${remedy ? icon('info') : icon('loading', 'codicon-modifier-spin')}
    ${renderParagraph(verdict.title, 'verdict-title')}
    ${verdict.detail === '' ? nothing : renderParagraph(verdict.detail, 'verdict-detail')}
    ${
      remedy
        ? html`<p class="audit-id">${texts.auditId}: <code>${textSpan(auditId)}</code>${
            isCopied
              ? nothing
              : toolButton(texts.copyId, 'copy', () => post({ kind: 'copyId' }), { key: 'copyId' })
          }</p>
          <div class="actions">${[remedy, ...others].map(renderAction)}</div>`
        : nothing
    }
  </div>`;
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

/** Whether *Rerun Audit* is the next action, because there is nothing to fix. */
const isRerunPrimary = ({ view }: ReportState): boolean => view.problemCount === 0;

/** Renders *Rerun Audit* as a link beside the time of the audit, unless it's the primary action. */
function renderRerunLink(state: ReportState, { texts, post }: HeadOptions): PageTemplate {
  if (state.view.targetUrl === '' || isRerunPrimary(state)) return nothing;
  return button(texts.runAgain, { icon: 'debug-rerun', className: 'link', key: 'runAgain' }, () =>
    post({ kind: 'runAgain' }),
  );
}

/** Renders the next action as the primary button, and the others in a menu. */
function renderActions(state: ReportState, { texts, post, showComparison }: HeadOptions): PageTemplate {
  const { view, canCompare } = state;
  type Kind = 'runAgain' | 'copyMarkdown' | 'export' | 'compare' | 'copyAllFixPrompts';
  const createItem = (kind: Kind, run = () => post({ kind })) => ({ label: texts[kind], run });
  const renderPrimary = (kind: Kind, iconId: string): PageTemplate =>
    button(texts[kind], { icon: iconId, key: kind, className: 'action primary' }, () => post({ kind }));
  const renderNextAction = (): PageTemplate => {
    if (!isRerunPrimary(state)) return renderPrimary('copyAllFixPrompts', 'copy');
    return view.targetUrl === '' ? nothing : renderPrimary('runAgain', 'debug-rerun');
  };
  const compareItem = view.comparison ? createItem('compare', showComparison) : createItem('compare');
  const groups = [
    view.comparison || canCompare ? [compareItem] : [],
    [createItem('copyMarkdown'), createItem('export')],
  ].filter((group) => group.length > 0);
  return html`<div class="actions">
    ${renderNextAction()}
    ${groups.length === 0 ? nothing : menuButton({ label: texts.moreActions, key: 'more', groups })}
  </div>`;
}
