import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { AutoSaveBlocker } from '../editor/autoSaveBlocker.ts';
import { Disposable } from '../editor/disposable.ts';
import { DocumentRevisions, type Stand as StandOf } from '../editor/documentRevisions.ts';
import type { ToProblem } from '../editor/problem.ts';
import { showDone } from '../editor/showDone.ts';
import { TextFiles } from '../editor/textFiles.ts';
import { UserError } from '../editor/userError.ts';
import { addressOf, type DocumentAddress, documentUri } from '../explorer/documentAddress.ts';
import { placeOf } from '../explorer/environmentText.ts';
import type { ApplyChange } from './applyChange.ts';
import { contentOf, type Known, knownOf } from './content.ts';
import { contentText } from './contentText.ts';
import { ServerSide } from './serverSide.ts';

/** package.json gives the schema for these. */
const kind = { scheme: 'hosted-mcp-playground', ending: '.playground.json' };

/** What the service had when a text was given out. */
interface Base {
  readonly base: Known;
}
type Stand = StandOf<Base>;

interface DocumentsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly read: (environmentId: string, options?: { readonly mayAsk: boolean }) => Promise<Playground>;
  readonly applyChange: ApplyChange;
}

/** Playgrounds as JSON documents: saving asks, then changes the service. */
export class PlaygroundDocuments extends Disposable {
  readonly #deps: DocumentsDeps;
  readonly #stands = new DocumentRevisions<Base>();
  readonly #files: TextFiles;
  /** Documents with a text that was given out, and not read by the editor yet. */
  readonly #awaited = new Set<string>();
  readonly #autoSave = this.register(new AutoSaveBlocker(kind.scheme));
  readonly #serverSide = this.register(
    new ServerSide(kind.scheme, async (uri) => {
      const address = this.#address(uri);
      return textOf(address, knownOf(await this.#deps.read(address.environmentId)));
    }),
  );

  constructor(deps: DocumentsDeps) {
    super();
    this.#deps = deps;
    this.#files = this.register(
      new TextFiles({
        load: async (uri) => this.#stands.newest(key(uri)) ?? this.#read(uri),
        read: async (uri) => {
          const stand = this.#stands.newest(key(uri));
          if (stand && this.#awaited.delete(key(uri))) return stand;
          // Such as after *Revert*: what the service has now.
          const read = await this.#read(uri);
          this.#awaited.delete(key(uri));
          return read;
        },
        save: (uri, text) => this.#save(uri, text),
        toProblem: deps.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(workspace.registerFileSystemProvider(kind.scheme, this.#files, { isCaseSensitive: true }));
    this.register(workspace.onDidOpenTextDocument((document) => this.#follow(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.register(workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri)));
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)));
    for (const document of workspace.textDocuments) this.#follow(document);
  }

  /** Opens the document of an environment. What is unsaved in one that is open already stays. */
  async open(target: EnvironmentRef): Promise<vscode.Uri> {
    // What a person asks for may ask for a sign-in; what the editor opens by itself may not.
    const playground = await this.#deps.read(target.environmentId, { mayAsk: true });
    const { baseUrl } = this.#deps.connection;
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = documentUri(kind, { ...target, baseUrl });
    this.#give(uri, target, playground);
    this.#files.tell(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** That is what the service has now: a document without unsaved changes shows it. */
  onDidRead(environmentId: string, playground: Playground): void {
    for (const document of vscode.workspace.textDocuments) {
      const { uri } = document;
      const address = addressOf(kind, uri);
      if (this.#files.isUnsaved(document) || address?.environmentId !== environmentId) continue;
      if (address.baseUrl !== this.#deps.connection.baseUrl) continue;
      this.#give(uri, address, playground);
      this.#files.tell(uri);
    }
  }

  /** Documents without unsaved changes show what the service has now; what cannot be read stays as it is. */
  async refresh(): Promise<void> {
    const { connection, read } = this.#deps;
    const ids = vscode.workspace.textDocuments.flatMap((document) => {
      const address = addressOf(kind, document.uri);
      return !this.#files.isUnsaved(document) && address?.baseUrl === connection.baseUrl
        ? [address?.environmentId ?? '']
        : [];
    });
    for (const id of new Set(ids.filter((one) => one !== ''))) {
      const playground = await read(id).catch(() => undefined);
      if (playground) this.onDidRead(id, playground);
    }
  }

  async #read(uri: vscode.Uri): Promise<Stand> {
    const { read, toProblem } = this.#deps;
    try {
      const address = this.#address(uri);
      return this.#give(uri, address, await read(address.environmentId));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(toProblem(error)?.message ?? vscode.l10n.t('Cancelled.'));
    }
  }

  #give(uri: vscode.Uri, target: EnvironmentRef, playground: Playground): Stand {
    const base = knownOf(playground);
    this.#awaited.add(key(uri));
    return this.#stands.give(key(uri), { text: textOf(target, base), base });
  }

  /** Refuses what belongs to another service than the one in use. */
  #address(uri: vscode.Uri): DocumentAddress {
    const address = addressOf(kind, uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    if (address.baseUrl === this.#deps.connection.baseUrl) return address;
    throw new UserError(
      vscode.l10n.t(
        "This document belongs to {0}, which isn't the service in use.",
        new URL(address.baseUrl).host,
      ),
    );
  }

  #follow(document: vscode.TextDocument): void {
    const { uri } = document;
    if (uri.scheme !== kind.scheme) return;
    if (!this.#files.isUnsaved(document)) this.#stands.show(key(uri), document.getText());
    // The editor does not take a text over what its user types.
    else this.#awaited.delete(key(uri));
  }

  #close(uri: vscode.Uri): void {
    const isOpen = vscode.workspace.textDocuments.some((one) => key(one.uri) === key(uri));
    if (uri.scheme !== kind.scheme || isOpen) return;
    this.#stands.forget(key(uri));
    this.#awaited.delete(key(uri));
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    this.#autoSave.check(uri);
    const address = this.#address(uri);
    const { read, applyChange } = this.#deps;
    const { sendDocument } = await import('./send.ts');
    const base = this.#stands.shown(key(uri))?.base;
    const mayAsk = (id: string) => read(id, { mayAsk: true });
    const compare = (now: Known): void => {
      void this.#serverSide.compare(uri, placeOf(address), textOf(address, now));
    };
    const { after, isChanged } = await sendDocument(
      { read: mayAsk, applyChange, compare },
      address,
      text,
      base,
    );
    // The editor takes what it has written for the file; what the service made of it follows, see #saved.
    this.#stands.rebase(key(uri), this.#stands.give(key(uri), { text, base: knownOf(after) }));
    if (isChanged) showDone(vscode.l10n.t('The playground of {0} is changed.', placeOf(address)));
  }

  /** A saved document shows what the service has now. */
  #saved(uri: vscode.Uri): void {
    const address = addressOf(kind, uri);
    const stand = this.#stands.newest(key(uri));
    if (!address || !stand) return;
    const text = textOf(address, stand.base);
    if (text === stand.text) return;
    this.#awaited.add(key(uri));
    this.#stands.give(key(uri), { text, base: stand.base });
    this.#files.tell(uri);
  }
}

/** The document of what the service has. */
function textOf({ projectName, environmentName }: EnvironmentRef, known: Known): string {
  return contentText(contentOf(known, projectName ?? environmentName));
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}
