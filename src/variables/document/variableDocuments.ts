import * as vscode from 'vscode';
import type { FeatureContext } from '../../context.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { looksSecret } from '../../domain/looksSecret.ts';
import { createLazy } from '../../editor/lazy.ts';
import { ServiceDocuments } from '../../editor/serviceDocument/documents.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { secretKeyword, valuePlaceholder } from '../env/notation.ts';
import type { VariableList } from '../variable.ts';
import type { VariableAccess } from '../variableAccess.ts';

/** `package.json` assigns a language to files with this suffix in the folder of the documents. */
const documentKind = { scheme: 'hosted-mcp-variables', suffix: '.env' };

/** Creates the `.env` documents for the variables of environments. */
export function createVariableDocuments(
  { connection, toProblem }: Pick<FeatureContext, 'connection' | 'toProblem'>,
  access: VariableAccess,
): ServiceDocuments<VariableList> {
  const diagnostics = createLazy(async () => new (await import('./issueDiagnostics.ts')).IssueDiagnostics());
  /** The reasons why the last save didn't apply keys, by document URI and key. */
  const unapplied = new Map<string, ReadonlyMap<string, string>>();
  return new ServiceDocuments<VariableList>({
    ...documentKind,
    connection,
    toProblem,
    read: (environmentId, options) => access.read(environmentId, options),
    /** `before`: the text of an open document. Its comments and its order are kept. */
    async toText({ variables, isListedByService }, target, before) {
      const { formatDocument, refreshDocument } = await import('./documentText.ts');
      if (before !== undefined) return refreshDocument(before, variables);
      return formatDocument(documentHeader(target, isListedByService), variables);
    },
    async send(request) {
      const { sendVariableDocument } = await import('./sendVariableDocument.ts');
      const { unapplied: reasons, ...outcome } = await sendVariableDocument(access, toProblem, request);
      unapplied.set(request.uri.toString(), reasons);
      return outcome;
    },
    async onDidShow(document, base, isUnsaved) {
      const [{ parseDocument }, issueDiagnostics] = await Promise.all([
        import('./documentText.ts'),
        diagnostics.load(),
      ]);
      const { uri } = document;
      // After a revert, the document has no unapplied changes.
      if (!isUnsaved) unapplied.delete(uri.toString());
      const { issues, lines } = parseDocument(document.getText(), base?.variables ?? [], looksSecret);
      const reasonsByLine = [...(unapplied.get(uri.toString()) ?? [])].map(
        ([key, reason]) => [lines.get(key) ?? 0, reason] as const,
      );
      issueDiagnostics.set(uri, issues, new Map(reasonsByLine));
    },
    onDidClose(uri) {
      unapplied.delete(uri.toString());
      diagnostics.loaded?.clear(uri);
    },
    disposables: [
      { dispose: () => diagnostics.loaded?.dispose() },
      vscode.languages.registerCodeActionsProvider(
        { scheme: documentKind.scheme },
        {
          provideCodeActions: async (document, _range, context) =>
            (await import('./secretQuickFix.ts')).createSecretQuickFixes(document, context.diagnostics),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    ],
  });
}

/** Returns the lines of the comment at the top. They are short enough for an editor beside a side bar. */
function documentHeader(target: EnvironmentRef, isListed: boolean): readonly string[] {
  return [
    vscode.l10n.t('Variables for {0}', formatEnvironmentLabel(target)),
    vscode.l10n.t("When you save, you can review the changes before they're sent."),
    vscode.l10n.t(
      "{0} is a placeholder for a hidden value, which isn't changed when you save.",
      valuePlaceholder,
    ),
    vscode.l10n.t('To make a variable a secret, add "{0}" after its value.', `# ${secretKeyword}`),
    ...(isListed
      ? []
      : [vscode.l10n.t("This service can't list variables. Only variables that you added by ID are shown.")]),
  ];
}
