import type { KnownVariable } from '../variable.ts';

/** A text as the provider gave it out, and what the service had then. */
export interface Stand {
  readonly text: string;
  readonly base: readonly KnownVariable[];
  readonly isListed: boolean;
  /** ms since 1970; grows with each stand of a document. */
  readonly mtime: number;
}

/**
 * What each open document stands on. The editor may still show an older text than the one given out last, so a change is
 * measured from the stand that the editor's text came from, not from the newest.
 */
export class Stands {
  readonly #given = new Map<string, Stand[]>();
  readonly #shown = new Map<string, Stand>();

  newest(document: string): Stand | undefined {
    return this.#given.get(document)?.at(-1);
  }

  give(document: string, stand: Omit<Stand, 'mtime'>): Stand {
    const given = this.#given.get(document) ?? [];
    const mtime = Math.max(Date.now(), (given.at(-1)?.mtime ?? 0) + 1);
    const next = { ...stand, mtime };
    // The editor is at most a few reloads behind.
    this.#given.set(document, [...given.slice(-4), next]);
    return next;
  }

  /** The editor shows this text, unchanged by its user. */
  show(document: string, text: string): void {
    const stand = this.#given.get(document)?.findLast((one) => one.text === text);
    if (stand) this.#shown.set(document, stand);
  }

  /** `undefined`: a text from before the window was loaded again; what it stood on is not known. */
  shown(document: string): Stand | undefined {
    return this.#shown.get(document);
  }

  /** What is saved now is what the editor stands on, although its text says more. */
  rebase(document: string, stand: Stand): void {
    this.#shown.set(document, stand);
  }

  forget(document: string): void {
    this.#given.delete(document);
    this.#shown.delete(document);
  }
}
