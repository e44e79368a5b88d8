import * as vscode from 'vscode';
import { secretMark } from '../env/secretMark.ts';
import type { Issue } from './issue.ts';
import { placeholder } from './placeholder.ts';

/** An issue as a rule that names the key. */
export function issueText({ kind, key = '' }: Issue): string {
  switch (kind) {
    case 'stray':
      return vscode.l10n.t('This line is neither KEY=value nor a comment.');
    case 'keyTooShort':
      return vscode.l10n.t('{0}: a key has at least 2 characters.', key);
    case 'keyForm':
      return vscode.l10n.t(
        '{0}: a key begins with a letter and has letters, digits and underscores only.',
        key,
      );
    case 'repeated':
      return vscode.l10n.t('{0} appears here twice.', key);
    case 'empty':
      return vscode.l10n.t('{0} has no value. Take the line out to remove the variable.', key);
    case 'noValue':
      return vscode.l10n.t(
        '{0} is new and needs a value: {1} is for values that are there. To rename a secret, use the tree.',
        key,
        placeholder,
      );
    case 'cut':
      return vscode.l10n.t('{0}: the text after # is a comment. To keep it, put the value in quotes.', key);
    case 'openQuote':
      return vscode.l10n.t("{0} begins with a quote that isn't closed.", key);
    case 'openBlock':
      return vscode.l10n.t('{0}: a value of several lines needs quotes around it.', key);
    case 'onlyCase':
      return vscode.l10n.t('{0} differs from another key only in upper and lower case.', key);
    case 'looksSecret':
      return vscode.l10n.t(
        '{0} looks like a secret. Add "{1}" behind its value to have it kept as one.',
        key,
        `# ${secretMark}`,
      );
  }
}
