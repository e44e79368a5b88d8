import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { Disposable } from '../disposable.ts';
import type { ToProblem } from '../problem.ts';
import { UserError } from '../userError.ts';
import {
  createDocumentUri,
  type DocumentEnvironment,
  type DocumentKind,
  parseDocumentUri,
} from './documentUri.ts';
import { DocumentRevisions, type Revision } from './revisions.ts';
import { TextFiles } from './textFiles.ts';

/** The functions of a feature for its documents. `Data` is the service's data for one document. */
export interface DocumentProvider<Data> extends DocumentKind {
  /** The connection to the current service. */
  readonly connection: { readonly baseUrl: string | undefined };
  readonly toProblem: ToProblem;
  /** Requests the data of an environment. `isInteractive`: whether the user can be prompted to sign in. */
  read(environmentId: string, options?: { readonly isInteractive: boolean }): Promise<Data>;
  /** Formats data as the text of a document. Can keep content of `previousText`, such as comments. */
  toText(data: Data, target: EnvironmentRef, previousText: string | undefined): string | Promise<string>;
  /** Asks the user to confirm the changes, and sends them. Rejects with an error for the user if nothing was sent. */
  send(saving: SaveRequest<Data>): Promise<SaveOutcome<Data>>;
  /** Called when the editor shows a document or its text changes. `base` is the data that the text is based on. */
  onDidShow?(document: vscode.TextDocument, base: Data | undefined, isUnsaved: boolean): unknown;
  /** Called after the last editor of a document was closed. */
  onDidClose?(uri: vscode.Uri): void;
  /** Objects to dispose with the documents. */
  readonly disposables?: readonly vscode.Disposable[];
}

export interface SaveRequest<Data> {
  readonly uri: vscode.Uri;
  readonly environment: DocumentEnvironment;
  readonly text: string;
  /** The data that the text is based on, or `undefined` if the document was opened before the window was reloaded. */
  readonly base: Data | undefined;
}

export interface SaveOutcome<Data> {
  /** The data of the service after the changes. */
  readonly current: Data;
  /**
   * Present if not all changes were applied. The document stays unsaved, with a text that has the remaining changes.
   */
  readonly remaining?: { readonly text: string; readonly error: UserError };
}

type DocumentRevision<Data> = Revision<{ readonly data: Data }>;

/**
 * Documents of the editor with data of environments. When the user saves a document, the changes are sent to the
 * service.
 */
export class ServiceDocuments<Data> extends Disposable {
  readonly #provider: DocumentProvider<Data>;
  readonly #revisions = new DocumentRevisions<{ readonly data: Data }>();
  readonly #files: TextFiles;
  readonly #autoSave: AutoSaveBlocker;
  /** The first request for each document, until its response arrives. */
  readonly #loading = new Map<string, Promise<DocumentRevision<Data>>>();
  /** URIs of documents with a new text that the editor hasn't read yet. */
  readonly #unread = new Set<string>();

  constructor(provider: DocumentProvider<Data>) {
    super();
    this.#provider = provider;
    this.#autoSave = this.register(new AutoSaveBlocker(provider.scheme));
    this.#files = this.register(
      new TextFiles({
        load: (uri) => this.#load(uri),
        read: (uri) => this.#readForEditor(uri),
        save: (uri, text) => this.#save(uri, text),
        toProblem: provider.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(
      workspace.registerFileSystemProvider(provider.scheme, this.#files, { isCaseSensitive: true }),
    );
    this.register(workspace.onDidOpenTextDocument((document) => this.#handleChange(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#handleChange(document)));
    this.register(workspace.onDidSaveTextDocument(({ uri }) => this.#updateSaved(uri)));
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)));
    for (const disposable of provider.disposables ?? []) this.register(disposable);
    for (const document of workspace.textDocuments) this.#handleChange(document);
  }

  /** Opens the document of an environment. Unsaved changes in an open document are kept. */
  async open(target: EnvironmentRef): Promise<vscode.Uri> {
    const { baseUrl } = this.#provider.connection;
    // The user opens this document, so a prompt to sign in is expected, unlike for a document that the editor restores.
    const data = await this.#provider.read(target.environmentId, { isInteractive: true });
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = createDocumentUri(this.#provider, { ...target, baseUrl });
    await this.#addRevision(uri, target, data);
    this.#files.notify(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** Updates the document of an environment, unless it has unsaved changes. */
  async show(environmentId: string, data: Data): Promise<void> {
    for (const { uri, environment } of this.#findUnchanged()) {
      if (environment.environmentId !== environmentId) continue;
      await this.#addRevision(uri, environment, data);
      this.#files.notify(uri);
    }
  }

  /**
   * Requests the data of open documents again, for one environment or for all. Documents with unsaved changes aren't
   * updated. If a request fails, the document isn't changed, because saving requests the data again.
   */
  async refresh(environmentId?: string): Promise<void> {
    for (const id of new Set(this.#findUnchanged().map(({ environment }) => environment.environmentId))) {
      if (environmentId !== undefined && id !== environmentId) continue;
      await this.#provider.read(id).then(
        (data) => this.show(id, data),
        () => {},
      );
    }
  }

  /** Returns the environment of a document. Throws if it belongs to another service than the current one. */
  requireEnvironment(uri: vscode.Uri): DocumentEnvironment {
    const environment = parseDocumentUri(this.#provider, uri);
    if (!environment) throw vscode.FileSystemError.FileNotFound(uri);
    if (environment.baseUrl === this.#provider.connection.baseUrl) return environment;
    throw new UserError(
      vscode.l10n.t(
        "This document belongs to {0}, which isn't the current service.",
        new URL(environment.baseUrl).host,
      ),
    );
  }

  /** Returns the documents of the current service without unsaved changes. */
  #findUnchanged(): readonly { readonly uri: vscode.Uri; readonly environment: DocumentEnvironment }[] {
    return vscode.workspace.textDocuments.flatMap((document) => {
      const { uri } = document;
      const environment = parseDocumentUri(this.#provider, uri);
      const isCurrent = environment?.baseUrl === this.#provider.connection.baseUrl;
      return environment && isCurrent && !this.#files.isUnsaved(document) ? [{ uri, environment }] : [];
    });
  }

  /** Returns the latest revision. Requests the data if there is no revision yet. */
  #load(uri: vscode.Uri): Promise<DocumentRevision<Data>> {
    const id = uri.toString();
    const revision = this.#revisions.getLatest(id);
    if (revision) return Promise.resolve(revision);
    const loading = this.#loading.get(id) ?? this.#read(uri).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  /**
   * Returns the revision for the editor. If the editor has already read the latest one, as with *Revert File*, requests
   * the current data of the service.
   */
  async #readForEditor(uri: vscode.Uri): Promise<DocumentRevision<Data>> {
    const revision = await this.#load(uri);
    if (this.#unread.delete(uri.toString())) return revision;
    return this.#read(uri).finally(() => this.#unread.delete(uri.toString()));
  }

  async #read(uri: vscode.Uri): Promise<DocumentRevision<Data>> {
    const { read, toProblem } = this.#provider;
    try {
      const environment = this.requireEnvironment(uri);
      return await this.#addRevision(uri, environment, await read(environment.environmentId));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(toProblem(error)?.message ?? vscode.l10n.t('Canceled.'));
    }
  }

  /** Adds a revision that the editor must read. */
  async #addRevision(uri: vscode.Uri, target: EnvironmentRef, data: Data): Promise<DocumentRevision<Data>> {
    const id = uri.toString();
    const text = await this.#provider.toText(data, target, this.#revisions.getLatest(id)?.text);
    this.#unread.add(id);
    return this.#revisions.add(id, { text, data });
  }

  #handleChange(document: vscode.TextDocument): void {
    if (document.uri.scheme !== this.#provider.scheme) return;
    const id = document.uri.toString();
    const isUnsaved = this.#files.isUnsaved(document);
    // The editor doesn't read a new text while the document has unsaved changes.
    if (isUnsaved) this.#unread.delete(id);
    else this.#revisions.show(id, document.getText());
    void this.#provider.onDidShow?.(document, this.#revisions.getShown(id)?.data, isUnsaved);
  }

  #close(uri: vscode.Uri): void {
    if (uri.scheme !== this.#provider.scheme || findOpenDocuments(uri).length > 0) return;
    this.#revisions.forget(uri.toString());
    this.#unread.delete(uri.toString());
    this.#provider.onDidClose?.(uri);
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    this.#autoSave.check(uri);
    const id = uri.toString();
    const environment = this.requireEnvironment(uri);
    const base = this.#revisions.getShown(id)?.data;
    const { current, remaining } = await this.#provider.send({ uri, environment, text, base });
    // After a save, the editor assumes that the file contains its text. `#updateSaved` then provides the service's
    // text.
    const savedText = remaining ? await this.#provider.toText(current, environment, text) : text;
    this.#revisions.rebase(id, this.#revisions.add(id, { text: savedText, data: current }));
    if (!remaining) return;
    await replaceText(uri, remaining.text);
    // Needed if `replaceText` doesn't change the text.
    for (const document of findOpenDocuments(uri)) this.#handleChange(document);
    throw remaining.error;
  }

  /** Replaces the text of a saved document with the text for the service's data. */
  async #updateSaved(uri: vscode.Uri): Promise<void> {
    const environment = parseDocumentUri(this.#provider, uri);
    const revision = this.#revisions.getLatest(uri.toString());
    if (!environment || !revision) return;
    const text = await this.#provider.toText(revision.data, environment, revision.text);
    if (text === revision.text) return;
    this.#unread.add(uri.toString());
    this.#revisions.add(uri.toString(), { text, data: revision.data });
    this.#files.notify(uri);
  }
}

function findOpenDocuments(uri: vscode.Uri): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.toString() === uri.toString());
}

/** Replaces the text of a document that stays unsaved, such as to remove an entered secret that was applied. */
async function replaceText(uri: vscode.Uri, text: string): Promise<void> {
  const [document] = findOpenDocuments(uri);
  if (!document || document.getText() === text) return;
  // Edits in a text editor, because VS Code logs the texts of workspace edits.
  const editor = await vscode.window.showTextDocument(document, { preserveFocus: true, preview: false });
  await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
}

/** Rejects auto saves, because only a manual save can send changes to the service. */
class AutoSaveBlocker extends Disposable {
  /** The reason of the last save, by URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();

  constructor(scheme: string) {
    super();
    this.register(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme) this.#reasons.set(uri.toString(), reason);
      }),
    );
  }

  /** Throws a `FileSystemError`, whose text the editor shows, if the document isn't saved manually. */
  check(uri: vscode.Uri): void {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason === undefined || reason === vscode.TextDocumentSaveReason.Manual) return;
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("Auto save doesn't send anything to the service. Save manually to review the changes."),
    );
  }
}
