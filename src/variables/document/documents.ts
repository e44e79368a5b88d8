import * as vscode from 'vscode';
import type { Connection } from '../../auth/connection.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { Describe } from '../../editor/problem.ts';
import type { CarryOut } from '../carryOut.ts';
import { reasonOf } from '../carryOut.ts';
import { confirmPlan } from '../confirmPlan.ts';
import { foreignChanges, intentOf, planFor, type Step } from '../plan.ts';
import { countText, foreignText, placeOf, resultText } from '../planWords.ts';
import type { ReadVariables } from '../reader.ts';
import { looksSecret } from '../rules.ts';
import type { KnownVariable, Target, VariableList } from '../variable.ts';
import { addressOf, type DocumentAddress, documentUri, variablesScheme } from './address.ts';
import { VariablesFileSystem } from './fileSystem.ts';
import { warnings } from './flaw.ts';
import { FlawMarks } from './flaws.ts';
import { flawText } from './flawWords.ts';
import { placeholder } from './placeholder.ts';
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
    this.register(
      workspace.registerFileSystemProvider(variablesScheme, this.#files, { isCaseSensitive: true }),
    );
    this.register(workspace.onDidOpenTextDocument((document) => this.#follow(document)));
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.register(
      workspace.onWillSaveTextDocument(({ document, reason }) =>
        this.#reasons.set(key(document.uri), reason),
      ),
    );
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
    const address = this.#address(uri);
    try {
      return await this.#give(uri, address, await this.#deps.read(address.environmentId));
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(
        this.#deps.describe(error)?.message ?? vscode.l10n.t('Cancelled.'),
      );
    }
  }

  async #give(
    uri: vscode.Uri,
    target: Target,
    { variables, isListed }: VariableList,
    keep?: Kept,
  ): Promise<Stand> {
    const { documentText, refreshed } = await import('./text.ts');
    const before = keep?.text ?? this.#stands.newest(key(uri))?.text;
    const text =
      before === undefined
        ? documentText(headOf(target, isListed), variables)
        : refreshed(before, variables, keep?.keys ?? new Set());
    return this.#stands.give(key(uri), { text, base: variables, isListed });
  }

  /** Refuses what belongs to another service than the one in use. */
  #address(uri: vscode.Uri): DocumentAddress {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    if (address.baseUrl !== this.#deps.connection.baseUrl) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t(
          'This document belongs to {0}, which is not the service in use.',
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
    if (!document.isDirty) this.#stands.show(key(document.uri), text);
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
    this.#unapplied.delete(key(uri));
    this.#marks.clear(uri);
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    const address = this.#address(uri);
    const t = vscode.l10n.t;
    const reason = this.#reasons.get(key(uri));
    this.#reasons.delete(key(uri));
    if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual) {
      throw vscode.FileSystemError.Unavailable(
        t('Nothing is sent by auto save. Save by hand to see what would change.'),
      );
    }
    try {
      await this.#change(uri, address, text);
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw error;
      throw vscode.FileSystemError.Unavailable(
        this.#deps.describe(error)?.message ?? t('Nothing was sent, because you cancelled.'),
      );
    }
  }

  async #change(uri: vscode.Uri, target: DocumentAddress, text: string): Promise<void> {
    const { describe, read, carryOut } = this.#deps;
    const t = vscode.l10n.t;
    const { readDocument } = await import('./text.ts');
    const now = await read(target.environmentId, { mayAsk: true });
    // A text from before the window was loaded again: what others did since cannot be told.
    const base = this.#stands.shown(key(uri))?.base;
    const { wanted, flaws } = readDocument(text, base ?? now.variables, looksSecret);
    const broken = flaws.filter(({ kind }) => !warnings.has(kind));
    if (broken.length > 0)
      throw new Error(broken.map((one) => t('line {0}: {1}', one.line + 1, flawText(one))).join(' '));
    const { steps, lost } = planFor(now.variables, intentOf(base ?? now.variables, wanted));
    if (lost.length > 0)
      throw new Error(
        t('{0} was deleted elsewhere: give it a value, or take the line out.', lost.join(', ')),
      );
    if (steps.length > 0) await confirmPlan(target, steps, sinceOpened(base, now.variables, steps));
    const outcomes = steps.length > 0 ? await carryOut(target, steps) : [];
    const failed = outcomes.filter(({ result }) => result !== 'applied');
    const after = await read(target.environmentId).catch(() => now);
    const stand = await this.#give(uri, target, after, {
      text,
      keys: new Set(failed.map(({ step }) => step.key)),
    });
    this.#unapplied.set(key(uri), new Map(failed.map((one) => [one.step.key, reasonOf(one, describe)])));
    if (failed.length > 0) {
      this.#stands.rebase(key(uri), stand);
      void this.#replaceText(uri, stand.text);
      throw new Error(resultText(target, outcomes, describe));
    }
    this.#files.tell(uri);
    if (outcomes.length > 0) {
      const text = t('{0}: {1}. Redeploy to apply.', placeOf(target), countText(outcomes));
      void vscode.window.showInformationMessage(text);
    }
  }

  /** What was applied is taken out of a document that stays unsaved, such as a secret that was typed. */
  async #replaceText(uri: vscode.Uri, text: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find((one) => key(one.uri) === key(uri));
    if (!document || document.getText() === text) return;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  }
}

/** A text whose words about these keys stay. */
interface Kept {
  readonly text: string;
  readonly keys: ReadonlySet<string>;
}

function sinceOpened(
  base: readonly KnownVariable[] | undefined,
  now: readonly KnownVariable[],
  steps: readonly Step[],
): string {
  return base
    ? foreignText(foreignChanges(base, now), steps)
    : vscode.l10n.t(
        'This text is from before the window was loaded again: what others changed since cannot be told.',
      );
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}

function headOf(target: Target, isListed: boolean): readonly string[] {
  const t = vscode.l10n.t;
  return [
    t('Variables of {0}. Save to see what would change; nothing is sent before you agree.', placeOf(target)),
    t(
      '{0} stands for a value that is not shown, and leaves it as it is. "# secret" makes a variable secret.',
      placeholder,
    ),
    ...(isListed ? [] : [t('This service lists no variables: these are the ones added here by id.')]),
  ];
}
