import type { Page } from '@playwright/test';
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
