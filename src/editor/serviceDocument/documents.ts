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

/** The functions of a feature for its documents. `Known` is the data of the service for one document. */
export interface DocumentProvider<Known> extends DocumentKind {
  /** The connection to the current service. */
  readonly connection: { readonly baseUrl: string | undefined };
  readonly toProblem: ToProblem;
  read(environmentId: string, options?: { readonly isInteractive: boolean }): Promise<Known>;
  /** Returns the text of a document. `before` is the current text, from which local content can be kept. */
  toText(known: Known, target: EnvironmentRef, before: string | undefined): string | Promise<string>;
  /** Plans the changes, asks the user, and sends them. Rejects with an error for the user if nothing was sent. */
  send(saving: SaveRequest<Known>): Promise<SaveOutcome<Known>>;
  /** Called when the editor shows a document. `base` is the data that its text is based on. */
  onDidShow?(document: vscode.TextDocument, base: Known | undefined, isUnsaved: boolean): unknown;
  onDidClose?(uri: vscode.Uri): void;
  /** Objects that are disposed with the documents. */
  readonly disposables?: readonly vscode.Disposable[];
}

export interface SaveRequest<Known> {
  readonly uri: vscode.Uri;
  readonly environment: DocumentEnvironment;
  readonly text: string;
  /** The data that the text is based on, or `undefined` if it was opened before the window was reloaded. */
  readonly base: Known | undefined;
}

export interface SaveOutcome<Known> {
  /** The current data of the service. */
  readonly current: Known;
  /** Set if not everything was applied: the document stays unsaved with a text that has the remaining changes. */
  readonly remaining?: { readonly text: string; readonly error: UserError };
}

type DocumentRevision<Known> = Revision<{ readonly known: Known }>;

/** Data of environments as documents of the editor. Saving one asks the user and changes the service. */
export class ServiceDocuments<Known> extends Disposable {
  readonly #provider: DocumentProvider<Known>;
  readonly #revisions = new DocumentRevisions<{ readonly known: Known }>();
  readonly #files: TextFiles;
  readonly #autoSave: AutoSaveBlocker;
  /** Documents that are being read for the first time. */
  readonly #loading = new Map<string, Promise<DocumentRevision<Known>>>();
  /** Documents with a new text that the editor hasn't read yet. */
  readonly #unread = new Set<string>();

  constructor(provider: DocumentProvider<Known>) {
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
    // The user opens this document, so it can prompt for a sign-in, unlike one that the editor restores.
    const known = await this.#provider.read(target.environmentId, { isInteractive: true });
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = createDocumentUri(this.#provider, { ...target, baseUrl });
    await this.#addRevision(uri, target, known);
    this.#files.notify(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** Updates the document of an environment, unless it has unsaved changes. */
  async show(environmentId: string, known: Known): Promise<void> {
    for (const { uri, environment } of this.#findUnchanged()) {
      if (environment.environmentId !== environmentId) continue;
      await this.#addRevision(uri, environment, known);
      this.#files.notify(uri);
    }
  }

  /**
   * Reads the documents of one environment or of all again, unless they have unsaved changes. Unreadable documents stay
   * as they are, because saving reads again.
   */
  async refresh(environmentId?: string): Promise<void> {
    for (const id of new Set(this.#findUnchanged().map(({ environment }) => environment.environmentId))) {
      if (environmentId !== undefined && id !== environmentId) continue;
      await this.#provider.read(id).then(
        (known) => this.show(id, known),
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

  /** Returns the latest revision, which is read only once. */
  #load(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const id = uri.toString();
    const revision = this.#revisions.getLatest(id);
    if (revision) return Promise.resolve(revision);
    const loading = this.#loading.get(id) ?? this.#read(uri).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  /**
   * Returns the revision for the editor: a new one that it hasn't read yet, or else the current data of the service,
   * such as after *Revert File*.
   */
  async #readForEditor(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const revision = await this.#load(uri);
    if (this.#unread.delete(uri.toString())) return revision;
    return this.#read(uri).finally(() => this.#unread.delete(uri.toString()));
  }

  async #read(uri: vscode.Uri): Promise<DocumentRevision<Known>> {
    const { read, toProblem } = this.#provider;
    try {
      const environment = this.requireEnvironment(uri);
      return await this.#addRevision(uri, environment, await read(environment.environmentId));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(toProblem(error)?.message ?? vscode.l10n.t('Canceled.'));
    }
  }

  /** Adds a revision, which the editor has to read. */
  async #addRevision(
    uri: vscode.Uri,
    target: EnvironmentRef,
    known: Known,
  ): Promise<DocumentRevision<Known>> {
    const id = uri.toString();
    const text = await this.#provider.toText(known, target, this.#revisions.getLatest(id)?.text);
    this.#unread.add(id);
    return this.#revisions.add(id, { text, known });
  }

  #handleChange(document: vscode.TextDocument): void {
    if (document.uri.scheme !== this.#provider.scheme) return;
    const id = document.uri.toString();
    const isUnsaved = this.#files.isUnsaved(document);
    // The editor doesn't replace the user's changes.
    if (isUnsaved) this.#unread.delete(id);
    else this.#revisions.show(id, document.getText());
    void this.#provider.onDidShow?.(document, this.#revisions.getShown(id)?.known, isUnsaved);
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
    const base = this.#revisions.getShown(id)?.known;
    const { current, remaining } = await this.#provider.send({ uri, environment, text, base });
    // The editor considers its own text to be the file. The text of the service follows in `#updateSaved`.
    const savedText = remaining ? await this.#provider.toText(current, environment, text) : text;
    this.#revisions.rebase(id, this.#revisions.add(id, { text: savedText, known: current }));
    if (!remaining) return;
    await replaceText(uri, remaining.text);
    // Needed if the text doesn't change.
    for (const document of findOpenDocuments(uri)) this.#handleChange(document);
    throw remaining.error;
  }

  /** Updates a saved document to the current data of the service. */
  async #updateSaved(uri: vscode.Uri): Promise<void> {
    const environment = parseDocumentUri(this.#provider, uri);
    const revision = this.#revisions.getLatest(uri.toString());
    if (!environment || !revision) return;
    const text = await this.#provider.toText(revision.known, environment, revision.text);
    if (text === revision.text) return;
    this.#unread.add(uri.toString());
    this.#revisions.add(uri.toString(), { text, known: revision.known });
    this.#files.notify(uri);
  }
}

function findOpenDocuments(uri: vscode.Uri): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.toString() === uri.toString());
}

/** Removes applied changes, such as an entered secret, from a document that stays unsaved. */
async function replaceText(uri: vscode.Uri, text: string): Promise<void> {
  const [document] = findOpenDocuments(uri);
  if (!document || document.getText() === text) return;
  // Uses the text editor, because the editor logs the texts of workspace edits.
  const editor = await vscode.window.showTextDocument(document, { preserveFocus: true, preview: false });
  await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
}

/** Distinguishes manual saves of documents from auto saves, which must not send anything to the service. */
class AutoSaveBlocker extends Disposable {
  /** The last reported reason by URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();

  constructor(scheme: string) {
    super();
    this.register(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme) this.#reasons.set(uri.toString(), reason);
      }),
    );
  }

  /** Throws an error for the editor's message if the document isn't saved manually. */
  check(uri: vscode.Uri): void {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason === undefined || reason === vscode.TextDocumentSaveReason.Manual) return;
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("Auto save doesn't send anything to the service. Save manually to review the changes."),
    );
  }
}
