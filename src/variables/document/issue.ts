/** What keeps a document from being saved; `warning`s don't. */
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

/** An issue of a document, by its lines, which count from 0. */
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
