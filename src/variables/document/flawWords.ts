import * as vscode from 'vscode';
import type { Flaw } from './flaw.ts';
import { placeholder } from './placeholder.ts';

/** A flaw as a rule that names the key. */
export function flawText({ kind, key = '' }: Flaw): string {
  const t = vscode.l10n.t;
  switch (kind) {
    case 'stray':
      return t('This line is neither KEY=value nor a comment.');
    case 'keyTooShort':
      return t('{0}: a key has at least 2 characters.', key);
    case 'keyForm':
      return t('{0}: a key begins with a letter and has letters, digits and underscores only.', key);
    case 'repeated':
      return t('{0} stands here twice.', key);
    case 'empty':
      return t('{0} has no value. Take the line out to remove the variable.', key);
    case 'noValue':
      return t(
        '{0} is new and needs a value: {1} is for values that are there. To rename a secret, use the tree.',
        key,
        placeholder,
      );
    case 'cut':
      return t('{0}: what stands behind # is a comment. Put the value into quotes to keep it.', key);
    case 'openQuote':
      return t('{0} begins with a quote that is not closed.', key);
    case 'openBlock':
      return t('{0}: a value of several lines needs quotes around it.', key);
    case 'onlyCase':
      return t('{0} differs from another key only in upper and lower case.', key);
    case 'looksSecret':
      return t('{0} looks like a secret. Add "# secret" behind its value to have it kept as one.', key);
  }
}
