import * as vscode from 'vscode';
import { PatternError } from './patternError.ts';

/** Why a text can't be looked for, in words; undefined when something else failed. */
export function describePatternError(error: unknown): string | undefined {
  if (!(error instanceof PatternError)) return undefined;
  switch (error.kind) {
    case 'invalid':
      // The engine begins with the pattern, which the user has before the eyes.
      return vscode.l10n.t('Invalid regular expression: {0}', error.message.replace(/^.*\/[a-z]*: /s, ''));
    case 'slow':
      return vscode.l10n.t('This regular expression takes too long. Simplify it.');
    case 'unavailable':
      return vscode.l10n.t("Regular expressions can't be used in this editor.");
  }
}
