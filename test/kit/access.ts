import type { Locator } from '@playwright/test';
import axe from 'axe-core';

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules with a result that depends on the theme: on its colors, or on the borders that some themes add. */
const themeRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/** Returns the problems that axe finds in a page: the rule and the element of each. */
export function findAccessibilityProblems(body: Locator): Promise<readonly string[]> {
  return runAxe(body, { type: 'tag', values: axeRules });
}

/** Returns the problems of a page that depend on its theme. The other rules take most of the time. */
export function findThemeProblems(body: Locator): Promise<readonly string[]> {
  return runAxe(body, { type: 'rule', values: themeRules });
}

async function runAxe(body: Locator, rules: axe.RunOnly): Promise<readonly string[]> {
  const isLoaded = await body.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await body.evaluate(axe.source);
  return body.evaluate(async (element, runOnly) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(element.ownerDocument, {
      runOnly,
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, rules);
}
