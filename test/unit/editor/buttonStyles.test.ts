import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readRepositoryFile } from '../../kit/fileText.ts';

interface Rule {
  readonly selector: string;
  readonly body: string;
}

/** Reads the rules of a style sheet that contain no other rules. */
function readRules(file: string): readonly Rule[] {
  const text = readRepositoryFile(file).replace(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body,
  }));
}

const sharedFile = 'src/editor/webview/controls.css';
const isOfButton = ({ selector }: Rule): boolean => /\.(action|primary)(?![\w-])/.test(selector);

describe('the buttons of all pages', () => {
  test('get their colors and borders only from the shared style sheet', () => {
    const others = globSync('src/**/webview/*.css').filter((file) => file !== sharedFile);
    assert.ok(others.length > 10);
    const wrong = others.flatMap((file) =>
      readRules(file)
        .filter(
          (rule) => isOfButton(rule) && /\b(border|background|color|font-weight|outline)\b/.test(rule.body),
        )
        .map(({ selector }) => `${file}: ${selector}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('distinguish the primary one, also in high contrast', () => {
    const bodyOf = (selector: string): string =>
      readRules(sharedFile).find((rule) => rule.selector === selector)?.body ?? '';
    assert.match(bodyOf('.action'), /secondaryBackground/);
    assert.doesNotMatch(bodyOf('.action'), /--vscode-button-border/);
    assert.match(bodyOf('.action.primary'), /--vscode-button-background/);
    const inHighContrast = bodyOf('.vscode-high-contrast .action.primary');
    assert.match(inHighContrast, /border-width: 2px/);
    assert.match(inHighContrast, /font-weight: 600/);
  });
});
