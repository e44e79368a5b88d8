import type { ItemGroup, LintSummary } from '../pageSchemas.ts';

/** Items that are named of each rule at most. */
const maxNamedItems = 20;
const severities = ['error', 'warning', 'info'];

/** The faults of everything that a server offers: one entry for each rule, the most severe first, then the most frequent. */
export function summarizeLintIssues(groups: readonly ItemGroup[]): readonly LintSummary[] {
  const found = groups
    .flatMap(({ items }) => items)
    .flatMap((item) => item.lintIssues.map((fault) => ({ item, fault })));
  return [...Map.groupBy(found, ({ fault }) => fault.rule).values()]
    .flatMap((some) => {
      const [first] = some;
      if (!first) return [];
      const items = [...new Map(some.map(({ item: { key, name } }) => [key, { key, name }])).values()];
      const { severity, rule, message, why } = first.fault;
      const count = some.reduce((sum, { fault: { unlisted = 0 } }) => sum + 1 + unlisted, 0);
      const named = items.slice(0, maxNamedItems);
      return [{ severity, rule, message, why, count, items: named, moreItems: items.length - named.length }];
    })
    .sort(
      (one, other) =>
        severities.indexOf(one.severity) - severities.indexOf(other.severity) || other.count - one.count,
    );
}
