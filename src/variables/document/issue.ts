/** The kinds of problems in a document. All except `warningKinds` prevent saving. */
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
