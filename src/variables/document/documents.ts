import * as vscode from 'vscode';
import type { Connection } from '../../auth/connection.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { AutoSaveBlocker } from '../../editor/serviceDocument/autoSaveBlocker.ts';
import { DocumentRevisions, type Stand as StandOf } from '../../editor/serviceDocument/revisions.ts';
import { TextFiles } from '../../editor/serviceDocument/textFiles.ts';
import { UserError } from '../../editor/userError.ts';
import { placeOf } from '../../explorer/environmentText.ts';
import type { ApplyPlan } from '../applyPlan.ts';
import { secretMark } from '../env/secretMark.ts';
import { looksSecret } from '../looksSecret.ts';
import { offerDeploy } from '../offerDeploy.ts';
import type { ReadVariables } from '../reader.ts';
import type { KnownVariable, VariableList } from '../variable.ts';
import { addressOf, type DocumentAddress, documentUri, variablesScheme } from './address.ts';
import { FlawMarks } from './flaws.ts';
import { placeholder } from './placeholder.ts';
import { SecretFix } from './secretFix.ts';

/** What the service had when a text was given out. */
interface Base {
  readonly base: readonly KnownVariable[];
  readonly isListed: boolean;
}
type Stand = StandOf<Base>;

interface DocumentsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly read: ReadVariables;
  readonly applyPlan: ApplyPlan;
}

/** The variables of environments as `.env` documents: saving asks, then changes the service. */
export class VariableDocuments extends Disposable {
  readonly #deps: DocumentsDeps;
  readonly #stands = new DocumentRevisions<Base>();
  readonly #marks = this.register(new FlawMarks());
  readonly #files: TextFiles;
  /** Documents whose first reading is under way. */
  readonly #loading = new Map<string, Promise<Stand>>();
  /** Documents with a text that was given out, and not read by the editor yet. */
  readonly #awaited = new Set<string>();
  readonly #autoSave = this.register(new AutoSaveBlocker(variablesScheme));
  /** Keys that the last saving did not apply, and why; until the next one. */
  readonly #unapplied = new Map<string, ReadonlyMap<string, string>>();

  constructor(deps: DocumentsDeps) {
    super();
    this.#deps = deps;
    this.#files = this.register(
      new TextFiles({
        load: (uri) => this.#load(uri),
        read: (uri) => this.#readAnew(uri),
        save: (uri, text) => this.#save(uri, text),
        toProblem: deps.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(
      workspace.registerFileSystemProvider(variablesScheme, this.#files, { isCaseSensitive: true }),
    );
    this.register(workspace.onDidOpenTextDocument((document) => this.#follow(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.register(
      workspace.onDidSaveTextDocument((document) => {
        if (document.uri.scheme === variablesScheme) void this.#saved(document);
      }),
    );
    this.register(workspace.onDidCloseTextDocument((document) => this.#close(document)));
    this.register(
      vscode.languages.registerCodeActionsProvider({ scheme: variablesScheme }, new SecretFix(), {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
    for (const document of workspace.textDocuments) void this.#follow(document);
  }

  /** Opens the document of an environment. What is unsaved in one that is open already stays. */
  async open(target: EnvironmentRef): Promise<vscode.Uri> {
    const { connection, read } = this.#deps;
    const { baseUrl } = connection;
    // What a person asks for may ask for a sign-in; what the editor opens by itself may not.
    const list = await read(target.environmentId, { mayAsk: true });
    if (baseUrl === undefined) throw new vscode.CancellationError();
    const uri = documentUri({ ...target, baseUrl });
    await this.#read(uri, target, list);
    this.#files.tell(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return uri;
  }

  /**
   * Documents without unsaved changes show what the service has now, of this environment or of all. What cannot be read
   * stays as it is: saving reads again.
   */
  async refresh(environmentId?: string): Promise<void> {
    const { connection, read } = this.#deps;
    for (const document of vscode.workspace.textDocuments) {
      const { uri } = document;
      const address = addressOf(uri);
      if (this.#files.isUnsaved(document) || !address || address.baseUrl !== connection.baseUrl) continue;
      if (environmentId !== undefined && address.environmentId !== environmentId) continue;
      const list = await read(address.environmentId).catch(() => undefined);
      if (!list) continue;
      await this.#read(uri, address, list);
      this.#files.tell(uri);
    }
  }

  /**
   * The editor wants the text: the one that was just given out for it, else, such as after *Revert*, what the service has
   * now.
   */
  async #readAnew(uri: vscode.Uri): Promise<Stand> {
    const stand = await this.#load(uri);
    if (this.#awaited.delete(key(uri))) return stand;
    return this.#first(uri).finally(() => this.#awaited.delete(key(uri)));
  }

  /** What the editor's file is: read once, then as it was given out last, until it is given out anew. */
  #load(uri: vscode.Uri): Promise<Stand> {
    const id = key(uri);
    const stand = this.#stands.newest(id);
    if (stand) return Promise.resolve(stand);
    const loading = this.#loading.get(id) ?? this.#first(uri).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #first(uri: vscode.Uri): Promise<Stand> {
    try {
      const address = this.#address(uri);
      return await this.#read(uri, address, await this.#deps.read(address.environmentId));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(
        this.#deps.toProblem(error)?.message ?? vscode.l10n.t('Cancelled.'),
      );
    }
  }

  /** The document as it is on the service: what is open already keeps its comments and its order. */
  async #read(uri: vscode.Uri, target: EnvironmentRef, list: VariableList): Promise<Stand> {
    const { documentText, refreshed } = await import('./text.ts');
    const before = this.#stands.newest(key(uri))?.text;
    const text =
      before === undefined
        ? documentText(headOf(target, list.isListed), list.variables)
        : refreshed(before, list.variables);
    this.#awaited.add(key(uri));
    return this.#give(uri, list, text);
  }

  #give(uri: vscode.Uri, { variables, isListed }: VariableList, text: string): Stand {
    return this.#stands.give(key(uri), { text, base: variables, isListed });
  }

  /** Refuses what belongs to another service than the one in use. */
  #address(uri: vscode.Uri): DocumentAddress {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    if (address.baseUrl !== this.#deps.connection.baseUrl) {
      throw new UserError(
        vscode.l10n.t(
          "This document belongs to {0}, which isn't the service in use.",
          new URL(address.baseUrl).host,
        ),
      );
    }
    return address;
  }

  async #follow(document: vscode.TextDocument): Promise<void> {
    if (document.uri.scheme !== variablesScheme) return;
    const { readDocument } = await import('./text.ts');
    const text = document.getText();
    if (this.#files.isUnsaved(document)) {
      // The editor does not take a text over what its user types.
      this.#awaited.delete(key(document.uri));
    } else {
      this.#stands.show(key(document.uri), text);
      // Reverted, nothing is left that was not applied.
      this.#unapplied.delete(key(document.uri));
    }
    const base = this.#stands.shown(key(document.uri))?.base ?? [];
    const { flaws, lines } = readDocument(text, base, looksSecret);
    const unapplied = new Map<number, string>();
    for (const [name, why] of this.#unapplied.get(key(document.uri)) ?? [])
      unapplied.set(lines.get(name) ?? 0, why);
    this.#marks.set(document.uri, flaws, unapplied);
  }

  #close({ uri }: vscode.TextDocument): void {
    if (
      uri.scheme !== variablesScheme ||
      vscode.workspace.textDocuments.some((one) => key(one.uri) === key(uri))
    )
      return;
    this.#stands.forget(key(uri));
    this.#awaited.delete(key(uri));
    this.#unapplied.delete(key(uri));
    this.#marks.clear(uri);
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    this.#autoSave.check(uri);
    const target = this.#address(uri);
    const { toProblem } = this.#deps;
    const [{ refreshed }, { sendDocument }, { reasonOf }, { appliedText, resultText }] = await Promise.all([
      import('./text.ts'),
      import('./send.ts'),
      import('../applyPlan.ts'),
      import('../planWords.ts'),
    ]);
    const id = key(uri);
    const { outcomes, after } = await sendDocument(this.#deps, target, text, this.#stands.shown(id)?.base);
    const failed = outcomes.filter(({ result }) => result !== 'applied');
    this.#unapplied.set(id, new Map(failed.map((one) => [one.step.key, reasonOf(one, toProblem)])));
    if (failed.length > 0) {
      const keys = new Set(failed.map(({ step }) => step.key));
      this.#stands.rebase(id, this.#give(uri, after, refreshed(text, after.variables)));
      await this.#replaceText(uri, refreshed(text, after.variables, keys));
      // Also where nothing of the text changes.
      for (const document of vscode.workspace.textDocuments) {
        if (key(document.uri) === id) void this.#follow(document);
      }
      throw new UserError(resultText(target, outcomes, toProblem));
    }
    // The editor takes what it has written for the file; what the service made of it follows, see #saved.
    this.#stands.rebase(id, this.#give(uri, after, text));
    if (outcomes.length > 0) void offerDeploy(target, appliedText(target, outcomes));
  }

  /** A saved document shows what the service has now, with its own comments and order. */
  async #saved({ uri }: vscode.TextDocument): Promise<void> {
    const stand = this.#stands.newest(key(uri));
    if (!stand) return;
    const { refreshed } = await import('./text.ts');
    const text = refreshed(stand.text, stand.base);
    if (text === stand.text) return;
    this.#awaited.add(key(uri));
    this.#give(uri, { variables: stand.base, isListed: stand.isListed }, text);
    this.#files.tell(uri);
  }

  /** What was applied is taken out of a document that stays unsaved, such as a secret that was typed. */
  async #replaceText(uri: vscode.Uri, text: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find((one) => key(one.uri) === key(uri));
    if (!document || document.getText() === text) return;
    // In its editor: the editor writes the texts of workspace edits to its log.
    const editor = await vscode.window.showTextDocument(document, { preserveFocus: true, preview: false });
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
  }
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}

/** Lines that fit beside a side bar. */
function headOf(target: EnvironmentRef, isListed: boolean): readonly string[] {
  return [
    vscode.l10n.t('Variables of {0}', placeOf(target)),
    vscode.l10n.t('Saving shows what would change, and asks before anything is sent.'),
    vscode.l10n.t("{0} is a placeholder for a value that isn't shown. It stays as it is.", placeholder),
    vscode.l10n.t('"{0}" behind a value makes the variable a secret.', `# ${secretMark}`),
    ...(isListed ? [] : [vscode.l10n.t('This service lists no variables: these were added here by ID.')]),
  ];
}
