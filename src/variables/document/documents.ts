import * as vscode from 'vscode';
import type { Connection } from '../../auth/connection.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { Describe } from '../../editor/problem.ts';
import type { Outcome } from '../apply.ts';
import type { CarryOut } from '../carryOut.ts';
import { reasonOf } from '../carryOut.ts';
import { foreignChanges, intentOf, planFor, type Step } from '../plan.ts';
import { countText, foreignText, placeOf, planText, resultText } from '../planWords.ts';
import type { ReadVariables } from '../reader.ts';
import { looksSecret } from '../rules.ts';
import type { KnownVariable, Target, VariableList } from '../variable.ts';
import { addressOf, type DocumentAddress, documentUri, variablesScheme } from './address.ts';
import { VariablesFileSystem } from './fileSystem.ts';
import { FlawMarks } from './flaws.ts';
import { flawText } from './flawWords.ts';
import { type Stand, Stands } from './states.ts';

interface DocumentsDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly read: ReadVariables;
  readonly carryOut: CarryOut;
}

/** The variables of environments as `.env` documents: saving asks, then changes the service. */
export class VariableDocuments extends Disposable {
  readonly #deps: DocumentsDeps;
  readonly #stands = new Stands();
  readonly #marks = this.register(new FlawMarks());
  readonly #files: VariablesFileSystem;
  /** Documents whose first reading is under way. */
  readonly #loading = new Map<string, Promise<Stand>>();
  /** Why the editor saves, where it said so. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /** Keys that the last saving did not apply, and why; until the next one. */
  readonly #unapplied = new Map<string, ReadonlyMap<string, string>>();

  constructor(deps: DocumentsDeps) {
    super();
    this.#deps = deps;
    this.#files = this.register(
      new VariablesFileSystem({
        load: (uri) => this.#load(uri),
        save: (uri, text) => this.#save(uri, text),
      }),
    );
    const { workspace } = vscode;
    this.register(workspace.registerFileSystemProvider(variablesScheme, this.#files, { isCaseSensitive: true }));
    this.register(workspace.onDidOpenTextDocument((document) => this.#follow(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.register(workspace.onWillSaveTextDocument(({ document, reason }) => this.#reasons.set(key(document.uri), reason)));
    this.register(workspace.onDidCloseTextDocument((document) => this.#close(document)));
    for (const document of workspace.textDocuments) void this.#follow(document);
  }

  /** Opens the document of an environment. What is unsaved in one that is open already stays. */
  async open(target: Target): Promise<vscode.Uri> {
    const { connection, read } = this.#deps;
    const { baseUrl } = connection;
    // What a person asks for may ask for a sign-in; what the editor opens by itself may not.
    const list = await read(target.environmentId, { mayAsk: true });
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = documentUri({ ...target, baseUrl });
    await this.#give(uri, target, list);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /** Somebody changed the variables of an environment: documents without unsaved changes show them. */
  async refresh(environmentId: string): Promise<void> {
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      const address = addressOf(uri);
      if (isDirty || address?.environmentId !== environmentId) continue;
      await this.#give(uri, address, await this.#deps.read(environmentId));
      this.#files.tell(uri);
    }
  }
}
