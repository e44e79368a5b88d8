import * as l10n from '@vscode/l10n';
import {
  escapeMarkdown,
  formatCodeBlock,
  formatCodeSpan,
  formatMarkdownTable,
} from '../../editor/markdown.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type {
  Fact,
  Platform,
  ReportCheck,
  ReportComparison,
  ReportSection,
  ReportView,
} from '../report/reportSchema.ts';

/**
 * Formats a report as Markdown. Texts of the service are escaped, so that their markup, links, and control characters
 * have no effect.
 */
export function formatReportAsMarkdown(view: ReportView): string {
  const { verdict, platforms, comparison, sections, additionalFacts } = view;
  return `${[
    `# ${escapeLine(l10n.t('Audit of {0}', view.targetUrl))}`,
    `**${escapeLine(verdict.title)}**`,
    ...escapeLines(verdict.detail),
    formatFactTable([
      ...view.facts,
      ...(view.startedAt === undefined ? [] : [{ label: l10n.t('Started'), value: view.startedAt }]),
      ...(view.completedAt === undefined ? [] : [{ label: l10n.t('Completed'), value: view.completedAt }]),
      { label: l10n.t('Audit ID'), value: view.auditId },
    ]),
    ...(platforms.length === 0
      ? []
      : [
          `## ${escapeLine(view.readinessSummary)}`,
          platforms.map((platform) => formatPlatform(platform)).join('\n'),
        ]),
    ...(comparison ? formatComparison(comparison) : []),
    ...sections.flatMap((section) => formatSection(section)),
    ...(additionalFacts.length === 0
      ? []
      : [
          `## ${escapeLine(l10n.t('Additional data from the service'))}`,
          ...additionalFacts.flatMap(formatFact),
        ]),
  ].join('\n\n')}\n`;
}

export const readinessIcons: Readonly<Record<Platform['readiness'], string>> = {
  ready: '✅',
  warned: '⚠️',
  notReady: '❌',
  unknown: '❔',
};

function formatPlatform({ name, readiness, label, note, failedChecks }: Platform): string {
  const lines = [...(note === undefined ? [] : [note]), ...failedChecks.map(describeFailedCheck)];
  return [
    `- ${readinessIcons[readiness]} ${escapeLine(name)}: ${escapeLine(label)}`,
    ...lines.map((line) => `  - ${escapeLine(line)}`),
  ].join('\n');
}

/** Returns the name of a failed check, and its severity if it isn't a failure. */
export function describeFailedCheck({ name, severity }: Platform['failedChecks'][number]): string {
  return severity === undefined ? name : `${name} (${severity})`;
}

function formatComparison({
  previousStartedAt,
  previousId,
  note,
  changes,
}: ReportComparison): readonly string[] {
  return [
    `## ${escapeLine(l10n.t('Compared with an earlier audit'))}`,
    escapeLine(
      previousStartedAt === undefined
        ? l10n.t('Audit {0}', previousId)
        : l10n.t('Audit {0}, {1}', previousId, previousStartedAt),
    ),
    ...escapeLines(note),
    ...changes.flatMap(({ title, checks }) => [
      `**${escapeLine(`${title} (${checks.length})`)}**`,
      checks
        .map(({ name, severity, message }) => {
          const label = severity === undefined ? name : `${name} (${severity})`;
          return `- ${escapeLine(message === undefined ? label : `${label}: ${message}`)}`;
        })
        .join('\n'),
    ]),
  ];
}

function formatSection({ title, count, categories }: ReportSection): readonly string[] {
  return [
    `## ${escapeLine(`${title} (${count})`)}`,
    ...categories.flatMap(({ name, checks }) => [
      `### ${escapeLine(name)}`,
      ...checks.flatMap((check) => formatCheck(check)),
    ]),
  ];
}

function formatCheck(check: ReportCheck): readonly string[] {
  const { name, id, unknownValues, message, description, skipReason, hint, platforms, duration } = check;
  const facts = [
    ...(unknownValues === undefined
      ? []
      : [{ label: l10n.t('Reported by the service'), value: unknownValues }]),
    ...(skipReason === undefined ? [] : [{ label: l10n.t('Reason'), value: skipReason }]),
    ...(platforms.length === 0 ? [] : [{ label: l10n.t('AI clients'), value: platforms.join(', ') }]),
    ...(duration === undefined ? [] : [{ label: l10n.t('Duration'), value: duration }]),
    ...(id === undefined ? [] : [{ label: l10n.t('Check ID'), value: id }]),
  ];
  return [
    `#### ${escapeLine(name)}`,
    ...escapeLines(message),
    ...escapeLines(description),
    ...(hint === undefined
      ? []
      : [`> **${escapeLine(l10n.t('Hint'))}**`.concat(`  \n> ${escapeLineBreaks(hint, '  \n> ')}`)]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, value }) => `- ${escapeLine(label)}: ${escapeLine(value)}`).join('\n')]),
    ...[...check.details, ...check.additionalFacts].flatMap(formatFact),
  ];
}

function formatFact({ label, value }: Fact): readonly string[] {
  if (value.includes('\n')) return [`${escapeLine(label)}:`, formatCodeBlock(toVisibleText(value))];
  return [
    value === ''
      ? `- ${escapeLine(label)}`
      : `- ${escapeLine(label)}: ${formatCodeSpan(toVisibleText(value))}`,
  ];
}

function formatFactTable(facts: readonly Fact[]): string {
  return formatMarkdownTable(
    ['', ''],
    facts.map(({ label, value }) => [escapeLine(label), escapeLine(value)]),
  );
}

/** Escapes a text that must stay on one line. */
function escapeLine(text: string): string {
  return escapeMarkdown(toVisibleText(text)).trim();
}

/** Escapes a text with line breaks. Returns nothing if the text is absent or blank. */
function escapeLines(text: string | undefined): readonly string[] {
  return text === undefined || text.trim() === '' ? [] : [escapeLineBreaks(text, '  \n')];
}

/** Escapes each line of a text that isn't empty, and joins the lines with `separator`. */
function escapeLineBreaks(text: string, separator: string): string {
  return toVisibleText(text)
    .split('\n')
    .map((line) => escapeMarkdown(line).trim())
    .filter((line) => line !== '')
    .join(separator);
}
