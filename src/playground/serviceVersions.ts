import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';

const serviceVersionScheme = 'hosted-mcp-playground-now';

/** Read-only documents with the content of the service, for the comparison with a changed document. */
export class ServiceVersions extends Disposable implements vscode.TextDocumentContentProvider {
  readonly #load: (document: vscode.Uri) => Promise<string>;
  readonly #documentScheme: string;
  /** The texts for comparisons, by URI. Each is removed when the editor has read it. */
  readonly #preparedTexts = new Map<string, string>();
  readonly #onDidChange = this.register(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#onDidChange.event;

  /** `load` returns the content of the service for a document with the scheme `documentScheme`. */
  constructor(documentScheme: string, load: (document: vscode.Uri) => Promise<string>) {
    super();
    this.#documentScheme = documentScheme;
    this.#load = load;
    this.register(vscode.workspace.registerTextDocumentContentProvider(serviceVersionScheme, this));
  }

  async compare(document: vscode.Uri, place: string, text: string): Promise<void> {
    // With the same path, both documents have the same language.
    const uri = document.with({ scheme: serviceVersionScheme });
    this.#preparedTexts.set(uri.toString(), text);
    this.#onDidChange.fire(uri);
    const title = vscode.l10n.t('Playground of {0}: service ↔ this document', place);
    await vscode.commands.executeCommand('vscode.diff', uri, document, title, { preview: false });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const text = this.#preparedTexts.get(uri.toString());
    this.#preparedTexts.delete(uri.toString());
    return text ?? (await this.#load(uri.with({ scheme: this.#documentScheme })));
  }
}
