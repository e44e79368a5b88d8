import * as l10n from '@vscode/l10n';
import { code, codeBlock, escapeMarkdown, table } from '../../editor/markdown.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { noFailedChecksText } from '../report/platforms.ts';
import type {
  Fact,
  Platform,
  ReportCheck,
  ReportComparison,
  ReportSection,
  ReportView,
} from '../report/reportSchema.ts';

/** A report as Markdown. Whatever the service sent is text there: no markup, link or control character of it has effect. */
export function markdownReport(view: ReportView): string {
  const { verdict, platforms, comparison, sections, others } = view;
  return `${[
    `# ${line(l10n.t('Audit of {0}', view.targetUrl))}`,
    `**${line(verdict.title)}**`,
    ...lines(verdict.detail),
    factsTable([
      ...view.facts,
      ...(view.startedAt === undefined ? [] : [{ label: l10n.t('Started'), value: view.startedAt }]),
      ...(view.completedAt === undefined ? [] : [{ label: l10n.t('Completed'), value: view.completedAt }]),
      { label: l10n.t('Audit ID'), value: view.auditId },
    ]),
    ...(platforms.length === 0
      ? []
      : [`## ${line(view.readiness)}`, platforms.map((platform) => platformPart(platform)).join('\n')]),
    ...(comparison ? comparisonPart(comparison) : []),
    ...sections.flatMap((section) => sectionPart(section)),
    ...(others.length === 0
      ? []
      : [`## ${line(l10n.t('Additional data from the service'))}`, ...others.flatMap(factPart)]),
  ].join('\n\n')}\n`;
}

function platformPart({ name, isReady, failing }: Platform): string {
  const icon = isReady === null ? '❔' : isReady ? '✅' : '❌';
  const of = failing.map((check) => `  - ${line(failingText(check))}`);
  if (isReady === false && of.length === 0) of.push(`  - ${line(noFailedChecksText())}`);
  return [`- ${icon} ${line(name)}: ${line(readyWord(isReady))}`, ...of].join('\n');
}

/** A failed check in a list, with how bad it is. */
export function failingText({ name, severity }: Platform['failing'][number]): string {
  return severity === undefined ? name : `${name} (${severity})`;
}

export function readyWord(isReady: boolean | null): string {
  if (isReady === null) return l10n.t('unknown');
  return isReady ? l10n.t('ready') : l10n.t('not ready');
}

function comparisonPart({ since, previousId, note, changes }: ReportComparison): readonly string[] {
  return [
    `## ${line(l10n.t('Compared with an earlier audit'))}`,
    line(since === undefined ? l10n.t('Audit {0}', previousId) : l10n.t('Audit {0}, {1}', previousId, since)),
    ...lines(note),
    ...changes.flatMap(({ title, checks }) => [
      `**${line(`${title} (${checks.length})`)}**`,
      checks
        .map(({ name, severity, message }) => {
          const named = severity === undefined ? name : `${name} (${severity})`;
          return `- ${line(message === undefined ? named : `${named}: ${message}`)}`;
        })
        .join('\n'),
    ]),
  ];
}

function sectionPart({ title, count, categories }: ReportSection): readonly string[] {
  return [
    `## ${line(`${title} (${count})`)}`,
    ...categories.flatMap(({ name, checks }) => [
      `### ${line(name)}`,
      ...checks.flatMap((check) => checkPart(check)),
    ]),
  ];
}

function checkPart(check: ReportCheck): readonly string[] {
  const { name, id, unknown, message, description, skipReason, hint, platforms, duration } = check;
  const facts = [
    ...(unknown === undefined ? [] : [{ label: l10n.t('Reported by the service'), value: unknown }]),
    ...(skipReason === undefined ? [] : [{ label: l10n.t('Reason'), value: skipReason }]),
    ...(platforms.length === 0 ? [] : [{ label: l10n.t('AI clients'), value: platforms.join(', ') }]),
    ...(duration === undefined ? [] : [{ label: l10n.t('Duration'), value: duration }]),
    ...(id === undefined ? [] : [{ label: l10n.t('Check ID'), value: id }]),
  ];
  return [
    `#### ${line(name)}`,
    ...lines(message),
    ...lines(description),
    ...(hint === undefined
      ? []
      : [`> **${line(l10n.t('Hint'))}**`.concat(`  \n> ${breaks(hint, '  \n> ')}`)]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, value }) => `- ${line(label)}: ${line(value)}`).join('\n')]),
    ...[...check.details, ...check.others].flatMap(factPart),
  ];
}

function factPart({ label, value }: Fact): readonly string[] {
  if (value.includes('\n')) return [`${line(label)}:`, codeBlock(visibleText(value))];
  return [value === '' ? `- ${line(label)}` : `- ${line(label)}: ${code(visibleText(value))}`];
}

function factsTable(facts: readonly Fact[]): string {
  return table(
    ['', ''],
    facts.map(({ label, value }) => [line(label), line(value)]),
  );
}

/** One line, whatever is in it. */
function line(text: string): string {
  return escapeMarkdown(visibleText(text)).trim();
}

function lines(text: string | undefined): readonly string[] {
  return text === undefined || text.trim() === '' ? [] : [breaks(text, '  \n')];
}

function breaks(text: string, between: string): string {
  return visibleText(text)
    .split('\n')
    .map((one) => escapeMarkdown(one).trim())
    .filter((one) => one !== '')
    .join(between);
}
