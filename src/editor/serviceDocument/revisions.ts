import type { TextFile } from './textFiles.ts';

/** A text as a provider gave it out, and what the service had then. */
export type Revision<Base> = TextFile & Base;

/**
 * What each open document stands on. The editor may still show an older text than the one given out last, so a change is
 * measured from the stand that the editor's text came from, not from the newest.
 */
export class DocumentRevisions<Base> {
  readonly #given = new Map<string, Revision<Base>[]>();
  readonly #shown = new Map<string, Revision<Base>>();

  newest(document: string): Revision<Base> | undefined {
    return this.#given.get(document)?.at(-1);
  }

  add(document: string, stand: { readonly text: string } & Base): Revision<Base> {
    const revisions = this.#given.get(document) ?? [];
    const mtime = Math.max(Date.now(), (revisions.at(-1)?.mtime ?? 0) + 1);
    const next = { ...stand, mtime };
    // The editor is at most a few reloads behind.
    this.#given.set(document, [...revisions.slice(-4), next]);
    return next;
  }

  /** The editor shows this text, unchanged by its user. */
  show(document: string, text: string): void {
    const stand = this.#given.get(document)?.findLast((one) => one.text === text);
    if (stand) this.#shown.set(document, stand);
  }

  /** `undefined`: a text from before the window was loaded again; what it stood on isn't known. */
  shown(document: string): Revision<Base> | undefined {
    return this.#shown.get(document);
  }

  /** What is saved now is what the editor stands on, although its text says more. */
  rebase(document: string, stand: Revision<Base>): void {
    this.#shown.set(document, stand);
  }

  forget(document: string): void {
    this.#given.delete(document);
    this.#shown.delete(document);
  }
}
