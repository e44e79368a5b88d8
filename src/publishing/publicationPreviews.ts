import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { toPlainText } from '../domain/plainText.ts';
import { confirm } from '../editor/confirm.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import { escapeIcons } from '../editor/pickItem.ts';
import { UserError } from '../editor/userError.ts';
import { type CommandId, ContextKeyId } from '../ids.ts';
import {
  closeServerDocuments,
  createServerDocumentUri,
  formatServerDocumentTitle,
  getNewDocument,
  listTabs,
} from './serverDocuments.ts';

/** A publication to review. */
interface Publication {
  readonly domain: string;
  /** The published fields. Absent if nothing is published under the domain. */
  readonly currentFields: ServerFields | undefined;
  readonly fields: ServerFields;
}

/** The decision of the user about a publication. */
type Decision = 'publish' | 'changeAnswers';

/** An open preview. */
interface Preview extends Publication {
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The open previews of publications. While a preview is open, its editor has the commands *Publish This Version* and
 * *Edit Values* in its title.
 */
export class PublicationPreviews extends Disposable {
  /** The previews by the URI of the new `server.json`. */
  readonly #previews = new Map<string, Preview>();
  readonly #isOpen = new ContextKey<boolean>(ContextKeyId.hasPublicationPreview);

  constructor() {
    super();
    const { tabGroups } = vscode.window;
    this.register(tabGroups.onDidChangeTabs(({ closed }) => closed.length > 0 && this.#endClosedPreviews()));
    this.register(
      vscode.languages.registerCodeLensProvider(
        { language: 'hostedMcpServerJson' },
        { provideCodeLenses: ({ uri }) => this.#createLenses(uri) },
      ),
    );
  }

  /**
   * Shows the new `server.json`, or a comparison if a version is published already. Resolves when the user decides, and
   * then closes the editor. Rejects with a `CancellationError` if the user closes the editor.
   */
  async review(publication: Publication): Promise<Decision> {
    const uri = createServerDocumentUri(publication.domain, publication.fields, 'new');
    const key = String(uri);
    // The same preview of an earlier command ends. Its editor is used again.
    this.#previews.get(key)?.reject(new vscode.CancellationError());
    const decision = new Promise<Decision>((resolve, reject) => {
      this.#previews.set(key, { ...publication, resolve, reject });
    });
    const preview = this.#previews.get(key);
    try {
      await openPreview(uri, publication);
      this.#isOpen.set(true);
      return await decision;
    } finally {
      if (this.#previews.get(key) === preview) {
        this.#previews.delete(key);
        this.#isOpen.set(this.#previews.size > 0);
        await closeServerDocuments((other) => String(other) === key);
      }
    }
  }

  /** Asks whether to publish the version in a preview. `argument` is the URI from the title of an editor. */
  async publish(argument: unknown): Promise<void> {
    const { fields, domain, resolve } = this.#find(argument);
    const [name, shownDomain] = [toPlainText(fields.name), toPlainText(domain)];
    const version = toPlainText(fields.version ?? '');
    const question =
      version === ''
        ? vscode.l10n.t('Publish {0} to the MCP Registry?', name)
        : vscode.l10n.t('Publish {0} {1} to the MCP Registry?', name, version);
    const detail = vscode.l10n.t(
      "Everyone can see the server, under {0}. A published version can't be withdrawn.",
      shownDomain,
    );
    await confirm(question, detail, formatPublishLabel(fields));
    resolve('publish');
  }

  /** Closes a preview, and returns to the prompts. */
  changeAnswers(argument: unknown): void {
    this.#find(argument).resolve('changeAnswers');
  }

  /** Creates the line above a preview with the commands in words, because its title shows only their icons. */
  #createLenses(uri: vscode.Uri): vscode.CodeLens[] {
    const preview = this.#previews.get(String(uri));
    if (!preview) return [];
    const createLens = (title: string, command: CommandId): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [uri] });
    return [
      createLens(escapeIcons(formatPublishLabel(preview.fields)), 'hostedMcp.publishReviewedVersion'),
      createLens(vscode.l10n.t('Edit Values'), 'hostedMcp.changePublicationAnswers'),
    ];
  }

  #find(argument: unknown): Preview {
    const uri =
      argument instanceof vscode.Uri
        ? argument
        : getNewDocument(vscode.window.tabGroups.activeTabGroup.activeTab);
    const preview = uri && this.#previews.get(String(uri));
    if (preview) return preview;
    throw new UserError(
      vscode.l10n.t(
        "The active editor doesn't show a server.json to publish. Run Publish to MCP Registry... first.",
      ),
      { isPermanent: true, isInformational: true },
    );
  }

  #endClosedPreviews(): void {
    const openKeys = new Set(listTabs().map((tab) => String(getNewDocument(tab))));
    for (const [key, { reject }] of this.#previews) {
      if (!openKeys.has(key)) reject(new vscode.CancellationError());
    }
  }
}

function formatPublishLabel({ version = '' }: ServerFields): string {
  return version === '' ? vscode.l10n.t('Publish') : vscode.l10n.t('Publish {0}', toPlainText(version));
}

async function openPreview(uri: vscode.Uri, { domain, currentFields, fields }: Publication): Promise<void> {
  // A preview tab would replace another preview tab.
  const options = { preview: false };
  if (currentFields === undefined) {
    const label = formatServerDocumentTitle(domain, fields, 'new');
    await vscode.commands.executeCommand('vscode.open', uri, options, label);
    return;
  }
  const previous = createServerDocumentUri(domain, currentFields, 'previous');
  const label = vscode.l10n.t(
    'server.json for {0}: {1} ↔ {2}',
    toPlainText(domain),
    toPlainText(currentFields.version ?? ''),
    toPlainText(fields.version ?? ''),
  );
  await vscode.commands.executeCommand('vscode.diff', previous, uri, label, options);
}
