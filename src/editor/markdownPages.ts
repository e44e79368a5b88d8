import * as vscode from 'vscode';
import { Disposable } from './disposable.ts';
import type { Describe } from './problem.ts';

interface MarkdownPagesOptions<About> {
  /** Of their addresses. */
  readonly scheme: string;
  /** The page about that, as the service has it now. */
  text(about: About): Promise<string>;
  readonly describe: Describe;
}

/** Read-only pages in Markdown, shown as a preview: made when they are opened, and again when the editor asks again. */
export class MarkdownPages<About extends object>
  extends Disposable
  implements vscode.TextDocumentContentProvider
{
  readonly #options: MarkdownPagesOptions<About>;
  /** What a command has made just now, so that its page need not ask the service again. */
  readonly #made = new Map<string, string>();
  readonly #onDidChange = this.register(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: MarkdownPagesOptions<About>) {
    super();
    this.#options = options;
    this.register(vscode.workspace.registerTextDocumentContentProvider(options.scheme, this));
  }

  /** `name` stands on the tab; `about` comes back when the page is to be made again. */
  async show(name: string, about: About, text: string): Promise<void> {
    const uri = vscode.Uri.from({
      scheme: this.#options.scheme,
      path: `/${name.replaceAll('/', '∕')}.md`,
      query: JSON.stringify(about),
    });
    this.#made.set(uri.toString(), text);
    this.#onDidChange.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  /** Pages about such, where they are open, are made again. */
  changed(isMeant: (about: About) => boolean): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== this.#options.scheme) continue;
      const about = aboutOf<About>(uri);
      if (about && isMeant(about)) this.#onDidChange.fire(uri);
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const made = this.#made.get(uri.toString());
    this.#made.delete(uri.toString());
    if (made !== undefined) return made;
    const { text, describe } = this.#options;
    const about = aboutOf<About>(uri);
    if (!about) return vscode.l10n.t('This page is of an earlier version. Open it anew.');
    try {
      return await text(about);
    } catch (error) {
      return describe(error)?.message ?? '';
    }
  }
}

/** `undefined`: the address is none that `show` makes now; a window may bring back those of an earlier version. */
function aboutOf<About extends object>({ query }: vscode.Uri): About | undefined {
  try {
    const about: unknown = JSON.parse(query);
    return typeof about === 'object' && about !== null ? (about as About) : undefined;
  } catch {
    return undefined;
  }
}
