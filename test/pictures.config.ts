import { defineConfig } from '@playwright/test';
import type { E2eOptions } from './e2e/fixtures.ts';
import { pseudoLanguage } from './kit/pseudo.ts';
import endToEnd from './playwright.config.ts';

const themes = {
  light: 'Light 2026',
  dark: 'Dark 2026',
  'high-contrast': 'Default High Contrast',
};

const translated = 'pseudo.spec.ts';
const ofReadme = 'readme.spec.ts';

const settingsOf = (theme: string) => ({
  'workbench.colorTheme': theme,
  // Animations would blur the pictures.
  'workbench.reduceMotion': 'on',
});

/**
 * Configures `npm run pictures`: every view in every kind of theme, and the main views in the pseudo
 * language.
 */
export default defineConfig<E2eOptions>({
  ...endToEnd,
  testDir: 'pictures',
  reporter: 'list',
  projects: [
    ...Object.entries(themes).map(([name, theme]) => ({
      name,
      testIgnore: [translated, ofReadme],
      use: { settings: settingsOf(theme) },
    })),
    {
      name: 'pseudo',
      testMatch: translated,
      use: { settings: settingsOf(themes.dark), language: pseudoLanguage },
    },
  ],
});
