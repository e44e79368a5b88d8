import * as l10n from '@vscode/l10n';
import type { Audit } from '../../api/audit.ts';
import { defined } from '../../fields.ts';
import { checkKinds, classifyCheck } from './checkKinds.ts';
import { checkOf, factsOf, nameOf } from './checks.ts';
import { type Compared, type Comparison, compareAudits } from './compare.ts';
import { listScreenshots, platformsOf } from './platforms.ts';
import type { Change, Check, ComparisonView, Fact, ReportView, Section } from './shape.ts';
import { shownUrl } from './shownUrl.ts';
import {
  auditStatusWord,
  categoryWord,
  durationWords,
  kindWord,
  platformName,
  severityWord,
} from './texts.ts';
import { verdictOf } from './verdict.ts';

/** What a report is made of. */
interface Subject {
  readonly auditId: string;
  readonly targetUrl: string;
  readonly audit: Audit | undefined;
  /** The run that it is compared with. */
  readonly previous?: Audit;
  /** Why there is no report. */
  readonly note?: string;
  readonly isLoading?: boolean;
}

export function reportView(input: Subject): ReportView {
  const { auditId, audit, previous, note, isLoading } = input;
  const report = audit?.report;
  const checks = (report?.results ?? []).map((result, index) => checkOf(result, index));
  const platforms = platformsOf(report);
  const ready = platforms.filter(({ isReady }) => isReady).length;
  const startedAt = report?.startedAt ?? audit?.createdAt;
  const { completedAt } = report ?? {};
  return {
    auditId,
    targetUrl: shownUrl(audit?.targetUrl ?? input.targetUrl),
    verdict: verdictOf(audit, note, isLoading),
    ...defined({ startedAt, completedAt }),
    facts: audit ? headFacts(audit) : [],
    platforms,
    readiness:
      platforms.length === 0 ? '' : l10n.t('Ready for {0} of {1} AI clients', ready, platforms.length),
    screenshots: listScreenshots(report),
    ...(audit && previous && { comparison: comparisonView(previous, audit) }),
    sections: sectionsOf(checks),
    checks: checks.length,
    others: othersOf(audit),
  };
}

function headFacts({ status, durationMs, report }: Audit): readonly Fact[] {
  const took = report?.durationMs ?? durationMs;
  return [
    { label: l10n.t('Status'), value: auditStatusWord(status) },
    ...(took === undefined ? [] : [{ label: l10n.t('Duration'), value: durationWords(took) }]),
    ...(report?.requiresAuth === undefined
      ? []
      : [{ label: l10n.t('Requires sign-in'), value: yesOrNo(report.requiresAuth) }]),
    ...viewFacts(report),
  ];
}

/** Whether the server shows views, and where. */
function viewFacts(report: Audit['report']): readonly Fact[] {
  if (report?.hasViewSupport === undefined) return [];
  const where = report.hasViewSupport ? (report.viewPlatforms ?? []).map(platformName).join(', ') : '';
  return [{ label: l10n.t('View support'), value: where === '' ? yesOrNo(report.hasViewSupport) : where }];
}

function yesOrNo(value: boolean): string {
  return value ? l10n.t('Yes') : l10n.t('No');
}

function othersOf(audit: Audit | undefined): readonly Fact[] {
  if (!audit) return [];
  return [...factsOf(audit.others), ...factsOf(audit.report?.others)];
}

function sectionsOf(checks: readonly Check[]): readonly Section[] {
  // In the same order in every section.
  const names = [...new Set(checks.map(({ category }) => category))];
  return checkKinds.flatMap((kind) => {
    const those = checks.filter((check) => check.kind === kind);
    if (those.length === 0) return [];
    const byName = Map.groupBy(those, ({ category }) => category);
    const categories = names.flatMap((name) => {
      const inIt = byName.get(name);
      return inIt ? [{ name: categoryWord(name), checks: inIt }] : [];
    });
    return [{ kind, title: kindWord(kind), count: those.length, categories }];
  });
}

function comparisonView(previous: Audit, current: Audit): ComparisonView {
  const comparison = compareAudits(previous, current);
  const since = previous.report?.startedAt ?? previous.createdAt;
  const note = noteOf(previous, current, comparison);
  const indexes = new Map((current.report?.results ?? []).map((result, index) => [result, index]));
  const change = (kind: Change['kind'], title: string, pairs: readonly Compared[]): readonly Change[] =>
    pairs.length === 0 ? [] : [{ kind, title, checks: pairs.map((pair) => changed(pair, indexes)) }];
  return {
    previousId: previous.id,
    ...defined({ since, note }),
    changes: [
      ...change('newlyFailing', l10n.t('Newly failing'), comparison.newlyFailing),
      ...change('fixed', l10n.t('Fixed'), comparison.fixed),
      ...change('stillFailing', l10n.t('Still failing'), comparison.stillFailing),
      ...change('undecided', l10n.t('Previously failing, now without a result'), comparison.undecided),
      ...change('new', l10n.t('New checks'), comparison.newChecks),
      ...change('gone', l10n.t('No longer checked'), comparison.goneChecks),
    ],
  };
}

function changed({ previous, current }: Compared, indexes: ReadonlyMap<object, number>) {
  const result = current ?? previous;
  const index = current && indexes.get(current);
  const message = result?.message;
  const failing = current?.status === 'fail' ? current : previous;
  const severity = failing && severityWord(classifyCheck(failing));
  return {
    name: result ? nameOf(result) : '',
    ...defined({ index, message, severity }),
  };
}

function noteOf(previous: Audit, current: Audit, comparison: Comparison): string | undefined {
  if (!previous.report || !current.report)
    return l10n.t("The audits can't be compared because one of them has no report.");
  if (!comparison.isComplete)
    return l10n.t("One of the two audits isn't complete, so there might be more changes.");
  const { newlyFailing, fixed, undecided, newChecks, goneChecks } = comparison;
  const changes = [newlyFailing, fixed, undecided, newChecks, goneChecks];
  return changes.every(({ length }) => length === 0)
    ? l10n.t('No changes between the two audits.')
    : undefined;
}
