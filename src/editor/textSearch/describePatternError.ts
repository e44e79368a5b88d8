import * as vscode from 'vscode';
import { PatternError } from './patternMatcher.ts';

/** Describes a failed search for the user. Returns `undefined` for other errors. */
export function describePatternError(error: unknown): string | undefined {
  if (!(error instanceof PatternError)) return undefined;
  switch (error.kind) {
    case 'invalid':
      // Removes the pattern from the engine's message, because the user already sees it.
      return vscode.l10n.t('Invalid regular expression: {0}', error.message.replace(/^.*\/[a-z]*: /s, ''));
    case 'slow':
      return vscode.l10n.t('This regular expression takes too long. Simplify it.');
    case 'unavailable':
      return vscode.l10n.t("Regular expressions can't be used in this editor.");
  }
}
