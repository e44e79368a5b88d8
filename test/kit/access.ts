import type { Locator } from '@playwright/test';
import axe from 'axe-core';

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the problems that axe finds in a page: the rule and the element of each. */
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
