import type { Locator } from '@playwright/test';
import axe from 'axe-core';

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in the page with this body: the rule, and each place where it is broken. */
export async function findAccessibilityProblems(body: Locator): Promise<readonly string[]> {
  await body.evaluate(axe.source);
  return body.evaluate(async (element, tags) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(element.ownerDocument, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, axeRules);
}
