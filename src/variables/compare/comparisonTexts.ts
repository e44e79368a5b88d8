import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { getFileName } from '../../editor/fileName.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { joinNames } from '../planTexts.ts';
import {
  type ComparedSide,
  type ComparisonRow,
  type ComparisonRowKind,
  comparisonRowKinds,
  type Side,
} from './compareSides.ts';
import { type ComparedSource, type ComparisonSources, isLocalFile } from './comparisonUri.ts';
import type { SkippedVariable } from './copyableVariables.ts';
import type { ComparisonSection } from './renderComparison.ts';

/** Returns the unambiguous name of a source: a relative path, or an environment with its project. */
export function comparedSourceName(source: ComparedSource): string {
  return isLocalFile(source)
    ? toPlainText(vscode.workspace.asRelativePath(source.file))
    : formatEnvironmentLabel(source);
}

/** Returns the title of the editor tab, which names the project of two environments once. */
export function comparisonTitle({ left, right }: Pick<ComparisonSources, Side>): string {
  if (!isLocalFile(left) && !isLocalFile(right) && left.projectName === right.projectName) {
    const { projectName } = left;
    const names = [left, right].map(({ environmentName }) => toPlainText(environmentName));
    if (projectName !== undefined) return vscode.l10n.t('{0}: {1} ↔ {2}', toPlainText(projectName), ...names);
  }
  const name = (source: ComparedSource): string =>
    isLocalFile(source) ? toPlainText(getFileName(source.file)) : formatEnvironmentLabel(source);
  return vscode.l10n.t('{0} ↔ {1}', name(left), name(right));
}

/** Returns the lines with the unambiguous names of both sides. */
export function sideNameLines(sources: Pick<ComparisonSources, Side>): Record<Side, string> {
  const { left, right } = sideNames(sources);
  return { left: vscode.l10n.t('Left: {0}', left), right: vscode.l10n.t('Right: {0}', right) };
}

function sideNames({ left, right }: Pick<ComparisonSources, Side>): Record<Side, string> {
  return { left: comparedSourceName(left), right: comparedSourceName(right) };
}

/** Returns names that are as short as possible, because each side of a diff editor is narrow. */
function shortNames({ left, right }: Pick<ComparisonSources, Side>): Record<Side, string> {
  const name = (source: ComparedSource): string =>
    isLocalFile(source) ? getFileName(source.file) : source.environmentName;
  return name(left) === name(right) ? sideNames({ left, right }) : { left: name(left), right: name(right) };
}

interface ComparedSides {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

/** Groups rows by kind, each with a heading that contains the number of rows. */
export function groupIntoSections(
  sources: ComparisonSources,
  sides: ComparedSides,
  rows: readonly ComparisonRow[],
): readonly ComparisonSection[] {
  const names = shortNames(sources);
  const only = (side: Side, otherSide: Side): string =>
    sides[otherSide].isComplete
      ? vscode.l10n.t('Only in {0}', names[side])
      : vscode.l10n.t('Only in {0}, according to your list', names[side]);
  const kindTexts: Readonly<Record<ComparisonRowKind, string>> = {
    differs: vscode.l10n.t('Different'),
    onlyLeft: only('left', 'right'),
    onlyRight: only('right', 'left'),
    unknown: vscode.l10n.t("Can't be compared"),
    same: vscode.l10n.t('Identical'),
  };
  return comparisonRowKinds.flatMap((kind) => {
    const rowsOfKind = rows.filter((row) => row.kind === kind);
    return rowsOfKind.length > 0
      ? [{ heading: vscode.l10n.t('{0}: {1}', kindTexts[kind], rowsOfKind.length), rows: rowsOfKind }]
      : [];
  });
}

/** Returns the lines below the name of each side. They are short, because each side of a diff editor is narrow. */
export function comparisonHeader(
  sides: ComparedSides,
  sections: readonly ComparisonSection[],
): readonly string[] {
  const kinds = new Set(sections.flatMap(({ rows }) => rows.map(({ kind }) => kind)));
  return [
    ...equalityText(kinds),
    vscode.l10n.t('Secret values are never shown.'),
    ...(sides.left.isComplete && sides.right.isComplete
      ? []
      : [
          vscode.l10n.t("This service can't list variables."),
          vscode.l10n.t('Only variables in your list are compared.'),
        ]),
  ];
}

function equalityText(kinds: ReadonlySet<ComparisonRowKind>): readonly string[] {
  if (kinds.size === 0) return [vscode.l10n.t('Neither side has any variables.')];
  if (kinds.has('differs') || kinds.has('onlyLeft') || kinds.has('onlyRight')) return [];
  return [
    kinds.has('unknown')
      ? vscode.l10n.t('All comparable values are identical.')
      : vscode.l10n.t('Both sides are identical.'),
  ];
}

/** Returns the lines below the name of each side if a side can't be read. */
export function failureHeader(message: string): readonly string[] {
  return [
    vscode.l10n.t("Couldn't compare the variables. {0}", message),
    vscode.l10n.t('To try again, use Refresh Comparison.'),
  ];
}

/** Lists the variables that aren't copied, by reason. */
export function skippedVariablesText(skipped: readonly SkippedVariable[]): string {
  const byReason = new Map<string, string[]>();
  for (const { key, reason } of skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), key]);
  return [...byReason]
    .map(([reason, keys]) => vscode.l10n.t('Not copied: {0}. {1}', joinNames(keys), reason))
    .join('\n');
}
