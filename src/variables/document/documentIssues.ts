import * as vscode from 'vscode';
import { secretKeyword, valuePlaceholder } from '../env/notation.ts';

/**
 * The kinds of problems in a document. All except `warningKinds` prevent saving. `stray`: a line that is neither an
 * assignment nor a comment. `noValue`: a placeholder without an existing value. `cut`: a `#` that truncates the value.
 * `openQuote`: an unclosed quotation mark. `openBlock`: only the first line of a multiline value. `onlyCase`: a key
 * that differs from another one only in letter case. The editor shows the kind as the code of the problem.
 */
export type DocumentIssueKind =
  | 'stray'
  | 'keyTooShort'
  | 'keyForm'
  | 'repeated'
  | 'empty'
  | 'noValue'
  | 'cut'
  | 'openQuote'
  | 'openBlock'
  | 'onlyCase'
  | 'looksSecret';

/** A problem in a document, with zero-based line numbers. */
export interface DocumentIssue {
  readonly kind: DocumentIssueKind;
  readonly line: number;
  readonly endLine: number;
  readonly key?: string;
}

export const warningKinds: ReadonlySet<DocumentIssueKind> = new Set([
  'cut',
  'openQuote',
  'onlyCase',
  'looksSecret',
]);

export function documentIssueText({ kind, key = '' }: DocumentIssue): string {
  switch (kind) {
    case 'stray':
      return vscode.l10n.t('This line is neither KEY=value nor a comment.');
    case 'keyTooShort':
      return vscode.l10n.t('{0}: a key must have at least 2 characters.', key);
    case 'keyForm':
      return vscode.l10n.t(
        '{0}: a key must start with a letter and can contain only letters, digits, and underscores.',
        key,
      );
    case 'repeated':
      return vscode.l10n.t('{0} is assigned more than once.', key);
    case 'empty':
      return vscode.l10n.t('{0} has no value. To delete the variable, delete the line.', key);
    case 'noValue':
      return vscode.l10n.t(
        '{0} is new, so it needs a value. {1} can be used only for existing variables. To rename a secret, use Rename Variable in the tree.',
        key,
        valuePlaceholder,
      );
    case 'cut':
      return vscode.l10n.t(
        '{0}: the text after # is a comment. To make it part of the value, enclose the value in quotation marks.',
        key,
      );
    case 'openQuote':
      return vscode.l10n.t('{0}: the value has an opening quotation mark but no closing one.', key);
    case 'openBlock':
      return vscode.l10n.t('{0}: a multiline value must be enclosed in quotation marks.', key);
    case 'onlyCase':
      return vscode.l10n.t('{0} differs from another key only in letter case.', key);
    case 'looksSecret':
      return vscode.l10n.t(
        '{0} looks like a secret. To make it a secret, add "{1}" after its value.',
        key,
        `# ${secretKeyword}`,
      );
  }
}
