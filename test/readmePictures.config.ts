import { defineConfig } from '@playwright/test';
import type { E2eOptions } from './e2e/fixtures.ts';
import endToEnd from './playwright.config.ts';

/**
 * The configuration of `npm run pictures -- --readme`, which writes the pictures of the README to `media`.
 */
export default defineConfig<E2eOptions>({
  ...endToEnd,
  testDir: 'pictures',
  testMatch: 'readme.spec.ts',
  reporter: 'list',
  use: {
    serviceOptions: { seed: 7, typicalOnly: true, live: false },
    settings: {
      'workbench.colorTheme': 'Dark 2026',
      'workbench.reduceMotion': 'on',
      // The status bar would show the keyboard layout and the key of the sample service.
      'workbench.statusBar.visible': false,
      'workbench.layoutControl.enabled': false,
      'window.menuBarVisibility': 'hidden',
      'editor.minimap.enabled': false,
      'diffEditor.wordWrap': 'on',
      'editor.scrollbar.vertical': 'hidden',
      'editor.scrollbar.horizontal': 'hidden',
    },
  },
});
