import * as l10n from '@vscode/l10n';
import { compareOffers, type ListChanges } from './compare/offers.ts';
import type { SessionState } from './session.ts';
import type { Comparison } from './shapes.ts';

type Lists = SessionState['lists'];

/** What changes for callers who go from one server to another, as a page shows it. `title`: of the other one. */
export function comparisonOf(title: string, before: Lists, after: Lists): Comparison {
  const { breaks, tools, resources, templates, prompts } = compareOffers(offersOf(before), offersOf(after));
  const groups: readonly (readonly [string, ListChanges])[] = [
    [l10n.t('Tools'), tools],
    [l10n.t('Resources'), resources],
    [l10n.t('Resource templates'), templates],
    [l10n.t('Prompts'), prompts],
  ];
  return {
    ...{ title, breaks },
    groups: groups.flatMap(([name, { added, removed, changed }]) =>
      added.length + removed.length + changed.length === 0 ? [] : [{ title: name, added, removed, changed }],
    ),
  };
}

const offersOf = ({ tool, resource, template, prompt }: Lists) => ({
  tools: tool.items,
  resources: resource.items,
  templates: template.items,
  prompts: prompt.items,
});
