import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/fixtures.ts';
import endToEnd from './playwright.config.ts';

const themes = {
  light: 'Light 2026',
  dark: 'Dark 2026',
  'high-contrast': 'Default High Contrast',
};

/** `npm run pictures`: every view in every kind of theme. */
export default defineConfig<Options>({
  ...endToEnd,
  testDir: 'pictures',
  reporter: 'list',
  projects: Object.entries(themes).map(([name, theme]) => ({
    name,
    // Nothing that is half faded in.
    use: { settings: { 'workbench.colorTheme': theme, 'workbench.reduceMotion': 'on' } },
  })),
});
