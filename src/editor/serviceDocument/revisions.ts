import type { TextFile } from './textFiles.ts';

/** A text that was passed to the editor, and the service's data that the text is based on. */
export type Revision<Base> = TextFile & Base;

/**
 * The revisions of open documents, by URI. The editor might still show an older revision than the latest. The user's
 * changes must be compared with the revision that the editor shows.
 */
export class DocumentRevisions<Base> {
  readonly #revisions = new Map<string, Revision<Base>[]>();
  readonly #shown = new Map<string, Revision<Base>>();

  getLatest(document: string): Revision<Base> | undefined {
    return this.#revisions.get(document)?.at(-1);
  }

  add(document: string, revision: { readonly text: string } & Base): Revision<Base> {
    const revisions = this.#revisions.get(document) ?? [];
    const mtime = Math.max(Date.now(), (revisions.at(-1)?.mtime ?? 0) + 1);
    const next = { ...revision, mtime };
    // Five revisions are enough, because the editor soon reads the latest one.
    this.#revisions.set(document, [...revisions.slice(-4), next]);
    return next;
  }

  /** Must be called after the editor has shown a text without changes by the user. */
  show(document: string, text: string): void {
    const revision = this.#revisions.get(document)?.findLast((candidate) => candidate.text === text);
    if (revision) this.#shown.set(document, revision);
  }

  /**
   * Returns the revision that the editor shows. `undefined` if the document was opened before the window was reloaded.
   */
  getShown(document: string): Revision<Base> | undefined {
    return this.#shown.get(document);
  }

  /** Makes a saved revision the base of the editor's text, even if the editor's text has further changes. */
  rebase(document: string, revision: Revision<Base>): void {
    this.#shown.set(document, revision);
  }

  forget(document: string): void {
    this.#revisions.delete(document);
    this.#shown.delete(document);
  }
}
