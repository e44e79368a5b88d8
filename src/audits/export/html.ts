import * as l10n from '@vscode/l10n';
import { escapeHtml } from '../../editor/panel/pageHtml.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type {
  Fact,
  Platform,
  ReportCheck,
  ReportComparison,
  ReportSection,
  ReportView,
} from '../report/reportSchema.ts';
import { describeFailedCheck, readinessIcons } from './markdown.ts';

/** Formats a report as a printable HTML page without scripts or external resources. */
export function formatReportAsHtml(view: ReportView, language: string): string {
  const title = l10n.t('Audit of {0}', view.targetUrl);
  const { verdict, platforms, comparison, sections, additionalFacts } = view;
  return `<!DOCTYPE html>
<html lang="${escapeVisible(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeVisible(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeVisible(title)}</h1>
<p class="verdict ${verdict.tone}">${escapeVisible(verdict.title)}</p>
${formatParagraph(verdict.detail)}
${formatFacts([
  ...view.facts,
  ...(view.startedAt === undefined ? [] : [{ label: l10n.t('Started'), value: view.startedAt }]),
  ...(view.completedAt === undefined ? [] : [{ label: l10n.t('Completed'), value: view.completedAt }]),
  { label: l10n.t('Audit ID'), value: view.auditId },
])}
</header>
<main>
${
  platforms.length === 0
    ? ''
    : `<section><h2>${escapeVisible(view.readinessSummary)}</h2>
<ul class="platforms">${platforms.map((platform) => formatPlatform(platform)).join('')}</ul></section>`
}
${comparison ? formatComparison(comparison) : ''}
${sections.map((section) => formatSection(section)).join('\n')}
${additionalFacts.length === 0 ? '' : `<section><h2>${escapeVisible(l10n.t('Additional data from the service'))}</h2>${formatFacts(additionalFacts)}</section>`}
</main>
</body>
</html>
`;
}

/** Formats the readiness for an AI client, with links to the failed checks. */
function formatPlatform({ name, readiness, label, note, failedChecks }: Platform): string {
  const links = failedChecks.map(
    (check) => `<li><a href="#check-${check.index}">${escapeVisible(describeFailedCheck(check))}</a></li>`,
  );
  const list = links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
  return `<li>${readinessIcons[readiness]} <b>${escapeVisible(name)}</b> ${escapeVisible(label)}${formatParagraph(note)}${list}</li>`;
}

function formatComparison({ previousStartedAt, previousId, note, changes }: ReportComparison): string {
  const previousLabel =
    previousStartedAt === undefined
      ? l10n.t('Audit {0}', previousId)
      : l10n.t('Audit {0}, {1}', previousId, previousStartedAt);
  return `<section><h2>${escapeVisible(l10n.t('Compared with an earlier audit'))}</h2>
${formatParagraph(previousLabel)}${formatParagraph(note)}
${changes
  .map(
    ({ title, checks }) => `<h3>${escapeVisible(`${title} (${checks.length})`)}</h3>
<ul>${checks.map(({ name, severity, message = '' }) => `<li><b>${escapeVisible(name)}</b>${severity === undefined ? '' : escapeVisible(` (${severity})`)} ${escapeVisible(message)}</li>`).join('')}</ul>`,
  )
  .join('\n')}</section>`;
}

function formatSection({ kind, title, count, categories }: ReportSection): string {
  return `<section class="${kind}"><h2>${escapeVisible(`${title} (${count})`)}</h2>
${categories
  .map(
    ({ name, checks }) =>
      `<h3>${escapeVisible(name)}</h3>\n${checks.map((check) => formatCheck(check)).join('\n')}`,
  )
  .join('\n')}</section>`;
}

function formatCheck(check: ReportCheck): string {
  const { index, name, id, unknownValues, message, description, skipReason, hint, platforms, duration } =
    check;
  return `<article id="check-${index}"><h4>${escapeVisible(name)}</h4>
${formatParagraph(message, 'message')}${formatParagraph(description)}
${hint === undefined ? '' : `<p class="hint"><b>${escapeVisible(l10n.t('Hint'))}</b> ${escapeVisible(hint)}</p>`}
${formatFacts([
  ...(unknownValues === undefined
    ? []
    : [{ label: l10n.t('Reported by the service'), value: unknownValues }]),
  ...(skipReason === undefined ? [] : [{ label: l10n.t('Reason'), value: skipReason }]),
  ...check.details,
  ...(platforms.length === 0 ? [] : [{ label: l10n.t('AI clients'), value: platforms.join(', ') }]),
  ...(duration === undefined ? [] : [{ label: l10n.t('Duration'), value: duration }]),
  ...(id === undefined ? [] : [{ label: l10n.t('Check ID'), value: id }]),
  ...check.additionalFacts,
])}</article>`;
}

function formatFacts(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ({ label, value }) => `<div><dt>${escapeVisible(label)}</dt><dd>${escapeVisible(value)}</dd></div>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function formatParagraph(text: string | undefined, className = ''): string {
  if (text === undefined || text === '') return '';
  return `<p${className === '' ? '' : ` class="${className}"`}>${escapeVisible(text)}</p>`;
}

function escapeVisible(text: string): string {
  return escapeHtml(toVisibleText(text));
}

const style = `
:root { color-scheme: light; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #1f1f1f; background: #fff; font: 14px/1.45 system-ui, sans-serif; }
h1, h2, h3, h4, p, li, dd { overflow-wrap: anywhere; unicode-bidi: plaintext; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid #bbb; break-after: avoid; }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; color: #555; break-after: avoid; }
h4 { font-size: 1rem; margin: 0; break-after: avoid; }
p { margin: .25rem 0; white-space: pre-wrap; }
.verdict { font-size: 1.15rem; font-weight: 600; }
.verdict.failed { color: #a1260d; } .verdict.warned { color: #7a5200; } .verdict.passed { color: #176117; }
article { margin: .75rem 0; padding-left: .75rem; border-left: 3px solid #bbb; break-inside: avoid; }
.failure article { border-color: #c72e0f; } .warning article { border-color: #bf8803; } .info article { border-color: #1a85ff; } .pass article { border-color: #388a34; }
.hint { background: #f3f3f3; padding: .35rem .5rem; border-radius: 3px; }
dl { margin: .4rem 0; font-size: .92rem; } dl div { display: flex; gap: .75rem; }
dt { flex: 0 0 9rem; color: #555; overflow-wrap: anywhere; } dd { flex: 1; margin: 0; min-width: 0; white-space: pre-wrap; }
ul { margin: .25rem 0; padding-left: 1.25rem; } .platforms { list-style: none; padding: 0; } a { color: inherit; }
@media print { body { margin: 0; max-width: none; font-size: 10.5pt; } @page { margin: 18mm; } }
`;
