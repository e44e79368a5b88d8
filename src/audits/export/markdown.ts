import { code, codeBlock, escapeMarkdown, table } from '../../editor/markdown.ts';
import type { Translate } from '../../editor/translate.ts';
import type { Check, Fact } from '../report/checks.ts';
import { noneFailingText, type Platform } from '../report/platforms.ts';
import type { ComparisonView, ReportView, Section } from '../report/view.ts';
import { visibleText } from '../report/visibleText.ts';

/** A report as Markdown. Whatever the service sent is text there: no markup, link or control character of it has effect. */
export function markdownReport(view: ReportView, t: Translate): string {
  const { verdict, platforms, comparison, sections, others } = view;
  return `${[
    `# ${line(t('Audit of {0}', view.targetUrl))}`,
    `**${line(verdict.title)}**`,
    ...lines(verdict.detail),
    factsTable([
      ...view.facts,
      ...(view.startedAt === undefined ? [] : [{ label: t('Started'), value: view.startedAt }]),
      ...(view.completedAt === undefined ? [] : [{ label: t('Completed'), value: view.completedAt }]),
      { label: t('Audit ID'), value: view.auditId },
    ]),
    ...(platforms.length === 0
      ? []
      : [`## ${line(view.readiness)}`, platforms.map((platform) => platformPart(platform, t)).join('\n')]),
    ...(comparison ? comparisonPart(comparison, t) : []),
    ...sections.flatMap((section) => sectionPart(section, t)),
    ...(others.length === 0 ? [] : [`## ${line(t('More from the service'))}`, ...others.flatMap(factPart)]),
  ].join('\n\n')}\n`;
}

function platformPart({ name, isReady, failing }: Platform, t: Translate): string {
  const icon = isReady === null ? '❔' : isReady ? '✅' : '❌';
  const of = failing.map((check) => `  - ${line(failingText(check))}`);
  if (isReady === false && of.length === 0) of.push(`  - ${line(noneFailingText(t))}`);
  return [`- ${icon} ${line(name)}: ${line(readyWord(isReady, t))}`, ...of].join('\n');
}

/** A failed check in a list, with how bad it is. */
export function failingText({ name, severity }: Platform['failing'][number]): string {
  return severity === undefined ? name : `${name} (${severity})`;
}

export function readyWord(isReady: boolean | null, t: Translate): string {
  if (isReady === null) return t('not known');
  return isReady ? t('ready') : t('not ready');
}

function comparisonPart(
  { since, previousId, note, changes }: ComparisonView,
  t: Translate,
): readonly string[] {
  return [
    `## ${line(t('Compared with the previous run'))}`,
    line(since === undefined ? t('Audit {0}', previousId) : t('Audit {0}, {1}', previousId, since)),
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

function sectionPart({ title, count, categories }: Section, t: Translate): readonly string[] {
  return [
    `## ${line(`${title} (${count})`)}`,
    ...categories.flatMap(({ name, checks }) => [
      `### ${line(name)}`,
      ...checks.flatMap((check) => checkPart(check, t)),
    ]),
  ];
}

function checkPart(check: Check, t: Translate): readonly string[] {
  const { name, id, unknown, message, description, skipReason, hint, platforms, duration } = check;
  const facts = [
    ...(unknown === undefined ? [] : [{ label: t('As the service says'), value: unknown }]),
    ...(skipReason === undefined ? [] : [{ label: t('Reason'), value: skipReason }]),
    ...(platforms.length === 0 ? [] : [{ label: t('AI clients'), value: platforms.join(', ') }]),
    ...(duration === undefined ? [] : [{ label: t('Duration'), value: duration }]),
    ...(id === undefined ? [] : [{ label: t('Check ID'), value: id }]),
  ];
  return [
    `#### ${line(name)}`,
    ...lines(message),
    ...lines(description),
    ...(hint === undefined ? [] : [`> **${line(t('Hint'))}**`.concat(`  \n> ${breaks(hint, '  \n> ')}`)]),
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
