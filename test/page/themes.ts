import type { Locator, Page } from '@playwright/test';
import { findAccessibilityProblems, findThemeProblems } from '../kit/access.ts';
import { expect } from './fixtures.ts';
import { changeTheme } from './panelTab.ts';

export const allThemes = ['light', 'dark', 'high-contrast', 'high-contrast-light'] as const;

/** Expects that axe finds no problem in the page: by all rules in the first theme, and then by those that depend on a theme. */
export async function expectAccessibleInAllThemes(page: Page): Promise<void> {
  const body = page.locator('body');
  for (const [at, theme] of allThemes.entries()) {
    await changeTheme(page, theme);
    const problems = await (at === 0 ? findAccessibilityProblems(body) : findThemeProblems(body));
    expect.soft(problems, theme).toEqual([]);
  }
}

/** Expects that a property of an element has the color of the theme with this name, or another one. */
export async function expectThemeColor(
  element: Locator,
  property: 'border-top-color' | 'color' | 'stroke',
  name: `--vscode-${string}`,
  isSame = true,
): Promise<void> {
  const colors = await element.evaluate(
    (target, names) => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = `var(${names.name})`;
      const expected = getComputedStyle(probe).color;
      probe.remove();
      return { expected, actual: getComputedStyle(target).getPropertyValue(names.property) };
    },
    { property, name },
  );
  if (isSame) expect(colors.actual).toBe(colors.expected);
  else expect(colors.actual).not.toBe(colors.expected);
}
