/** What keeps a document from being saved; `warning`s don't. */
export type FlawKind =
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

/** A flaw of a document, by its lines, which count from 0. */
export interface Flaw {
  readonly kind: FlawKind;
  readonly line: number;
  readonly endLine: number;
  readonly key?: string;
}

export const warnings: ReadonlySet<FlawKind> = new Set(['cut', 'openQuote', 'onlyCase', 'looksSecret']);
