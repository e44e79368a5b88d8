import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { Disposable } from '../disposable.ts';
import type { ToProblem } from '../problem.ts';
import { UserError } from '../userError.ts';
import { AutoSaveBlocker } from './autoSaveBlocker.ts';
import {
  createDocumentUri,
  type DocumentEnvironment,
  type DocumentKind,
  parseDocumentUri,
} from './documentUri.ts';
import { DocumentRevisions, type Revision as StandOf } from './revisions.ts';
import { TextFiles } from './textFiles.ts';

/** What a feature says of its documents. `Known`: what the service has of one. */
export interface DocumentProvider<Known> extends DocumentKind {
  /** The service in use. */
  readonly connection: { readonly baseUrl: string | undefined };
  readonly toProblem: ToProblem;
  read(environmentId: string, options?: { readonly isInteractive: boolean }): Promise<Known>;
  /** `before`: the text that is there, of which may stay what is none of the service's. */
  toText(known: Known, target: EnvironmentRef, before: string | undefined): string | Promise<string>;
  /** Plans, asks, and sends. Rejects when nothing was sent, in words for the user. */
  send(saving: SaveRequest<Known>): Promise<SaveOutcome<Known>>;
  /** Its editor shows a text. `base`: what that stands on. */
  onDidShow?(document: vscode.TextDocument, base: Known | undefined, isUnsaved: boolean): unknown;
  close?(uri: vscode.Uri): void;
  /** Disposed with them. */
  readonly owned?: readonly vscode.Disposable[];
}

export interface SaveRequest<Known> {
  readonly uri: vscode.Uri;
  readonly environment: DocumentEnvironment;
  readonly text: string;
  /** What the text stands on; `undefined`: it is from before the window was loaded again. */
  readonly base: Known | undefined;
}

export interface SaveOutcome<Known> {
  /** What the service has now. */
  readonly after: Known;
  /** Not all was applied: the document stays unsaved, with a text that still says what wasn't. */
  readonly unsaved?: { readonly text: string; readonly error: UserError };
}

type DocumentRevision<Known> = StandOf<{ readonly known: Known }>;

/** What the service has of environments as documents of the editor: saving asks, then changes the service. */
export class ServiceDocuments<Known> extends Disposable {
  readonly #kind: DocumentProvider<Known>;
  readonly #stands = new DocumentRevisions<{ readonly known: Known }>();
  readonly #files: TextFiles;
  readonly #autoSave: AutoSaveBlocker;
  /** Documents whose first reading is under way. */
  readonly #loading = new Map<string, Promise<DocumentRevision<Known>>>();
  /** Documents with a text that was given out, and not read by the editor yet. */
  readonly #awaited = new Set<string>();

  constructor(kind: DocumentProvider<Known>) {
    super();
    this.#kind = kind;
    this.#autoSave = this.register(new AutoSaveBlocker(kind.scheme));
    this.#files = this.register(
      new TextFiles({
        load: (uri) => this.#load(uri),
        read: (uri) => this.#readAnew(uri),
        save: (uri, text) => this.#save(uri, text),
        toProblem: kind.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(workspace.registerFileSystemProvider(kind.scheme, this.#files, { isCaseSensitive: true }));
    this.register(workspace.onDidOpenTextDocument((document) => this.#follow(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.register(workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri)));
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)));
    for (const one of kind.owned ?? []) this.register(one);
    for (const document of workspace.textDocuments) this.#follow(document);
  }

  /** Opens the document of an environment. What is unsaved in one that is open already stays. */
  async open(target: EnvironmentRef): Promise<vscode.Uri> {
    const { baseUrl } = this.#kind.connection;
    // What a person asks for may ask for a sign-in; what the editor opens by itself may not.
    const known = await this.#kind.read(target.environmentId, { isInteractive: true });
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = createDocumentUri(this.#kind, { ...target, baseUrl });
    await this.#give(uri, target, known);
    this.#files.notify(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** That is what the service has now of an environment: a document without unsaved changes shows it. */
  async show(environmentId: string, known: Known): Promise<void> {
    for (const { uri, address } of this.#untouched()) {
      if (address.environmentId !== environmentId) continue;
      await this.#give(uri, address, known);
      this.#files.notify(uri);
    }
  }

  /**
   * Documents without unsaved changes show what the service has now, of this environment or of all. What can't be read
   * stays as it is: saving reads again.
   */
  async refresh(environmentId?: string): Promise<void> {
    for (const id of new Set(this.#untouched().map(({ address }) => address.environmentId))) {
      if (environmentId !== undefined && id !== environmentId) continue;
      await this.#kind.read(id).then(
        (known) => this.show(id, known),
        () => {},
      );
    }
  }

  /** Refuses what belongs to another service than the one in use. */
  addressOf(uri: vscode.Uri): DocumentEnvironment {
    const address = parseDocumentUri(this.#kind, uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    if (address.baseUrl === this.#kind.connection.baseUrl) return address;
    throw new UserError(
      vscode.l10n.t(
        "This document belongs to {0}, which isn't the current service.",
        new URL(address.baseUrl).host,
      ),
    );
  }

  /** Documents of the service in use without unsaved changes. */
  #untouched(): readonly { readonly uri: vscode.Uri; readonly address: DocumentEnvironment }[] {
    return vscode.workspace.textDocuments.flatMap((document) => {
      const { uri } = document;
      const address = parseDocumentUri(this.#kind, uri);
      const isOurs = address?.baseUrl === this.#kind.connection.baseUrl;
      return address && isOurs && !this.#files.isUnsaved(document) ? [{ uri, address }] : [];
    });
  }

  /** What the editor's file is: read once, then as it was given out last, until it is given out again. */
  #load(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const id = uri.toString();
    const stand = this.#stands.newest(id);
    if (stand) return Promise.resolve(stand);
    const loading = this.#loading.get(id) ?? this.#read(uri).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  /**
   * The editor wants the text: the one that was just given out for it, else, such as after *Revert*, what the service has
   * now.
   */
  async #readAnew(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const stand = await this.#load(uri);
    if (this.#awaited.delete(uri.toString())) return stand;
    return this.#read(uri).finally(() => this.#awaited.delete(uri.toString()));
  }

  async #read(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const { read, toProblem } = this.#kind;
    try {
      const address = this.addressOf(uri);
      return await this.#give(uri, address, await read(address.environmentId));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(toProblem(error)?.message ?? vscode.l10n.t('Canceled.'));
    }
  }

  /** Gives out its text, which the editor is to read. */
  async #give(uri: vscode.Uri, target: EnvironmentRef, known: Known): Promise<DocumentRevision<Known>> {
    const id = uri.toString();
    const text = await this.#kind.toText(known, target, this.#stands.newest(id)?.text);
    this.#awaited.add(id);
    return this.#stands.add(id, { text, known });
  }

  #follow(document: vscode.TextDocument): void {
    if (document.uri.scheme !== this.#kind.scheme) return;
    const id = document.uri.toString();
    const isUnsaved = this.#files.isUnsaved(document);
    // The editor doesn't take a text over what its user types.
    if (isUnsaved) this.#awaited.delete(id);
    else this.#stands.show(id, document.getText());
    void this.#kind.onDidShow?.(document, this.#stands.shown(id)?.known, isUnsaved);
  }

  #close(uri: vscode.Uri): void {
    if (uri.scheme !== this.#kind.scheme || findOpenDocuments(uri).length > 0) return;
    this.#stands.forget(uri.toString());
    this.#awaited.delete(uri.toString());
    this.#kind.close?.(uri);
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    this.#autoSave.check(uri);
    const id = uri.toString();
    const environment = this.addressOf(uri);
    const base = this.#stands.shown(id)?.known;
    const { after, unsaved } = await this.#kind.send({ uri, environment, text, base });
    // The editor takes what it has written for the file; what the service made of it follows, see #saved.
    const standing = unsaved ? await this.#kind.toText(after, environment, text) : text;
    this.#stands.rebase(id, this.#stands.add(id, { text: standing, known: after }));
    if (!unsaved) return;
    await replaceText(uri, unsaved.text);
    // Also where nothing of the text changes.
    for (const document of findOpenDocuments(uri)) this.#follow(document);
    throw unsaved.error;
  }

  /** A saved document shows what the service has now. */
  async #saved(uri: vscode.Uri): Promise<void> {
    const address = parseDocumentUri(this.#kind, uri);
    const stand = this.#stands.newest(uri.toString());
    if (!address || !stand) return;
    const text = await this.#kind.toText(stand.known, address, stand.text);
    if (text === stand.text) return;
    this.#awaited.add(uri.toString());
    this.#stands.add(uri.toString(), { text, known: stand.known });
    this.#files.notify(uri);
  }
}

function findOpenDocuments(uri: vscode.Uri): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((one) => one.uri.toString() === uri.toString());
}

/** What was applied is taken out of a document that stays unsaved, such as a secret that was typed. */
async function replaceText(uri: vscode.Uri, text: string): Promise<void> {
  const [document] = findOpenDocuments(uri);
  if (!document || document.getText() === text) return;
  // In its editor: the editor writes the texts of workspace edits to its log.
  const editor = await vscode.window.showTextDocument(document, { preserveFocus: true, preview: false });
  await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
}
