import * as vscode from 'vscode';
import { getStringArgument } from '../../editor/arguments.ts';
import { getFileName, toSafeFileName } from '../../editor/fileName.ts';
import { showInformation } from '../../editor/message.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { askSaveFile, offerFile } from '../../editor/saveFile.ts';
import { UserError } from '../../editor/userError.ts';
import { omitUndefined } from '../../fields.ts';
import { joinNames } from '../planTexts.ts';
import type { VariablesService } from '../variablesService.ts';
import type { ExportLine, FormatComment, OmissionReason } from './exportText.ts';
import { writeExportFile } from './writeExportFile.ts';

/** The result of the command. It contains no values. */
interface ExportResult {
  readonly environmentId: string;
  /** The keys with a written value. */
  readonly written: readonly string[];
  /** The keys that are only named in a comment. */
  readonly named: readonly string[];
  /** The URI of the file. Absent if the variables were copied to the clipboard. */
  readonly file?: string;
}

/** Writes the variables of an environment as a `.env` file. Keys without a written value are listed in comments. */
export async function exportVariables(service: VariablesService, argument: unknown): Promise<ExportResult> {
  const title = vscode.l10n.t('Export Variables');
  const target = await service.context.services.pickEnvironment(argument, title);
  const { environmentId, environmentName } = target;
  const { variables, isListedByService } = await service.read(environmentId, { isInteractive: true });
  if (variables.length === 0) {
    throw new UserError(
      isListedByService
        ? vscode.l10n.t('{0} has no variables.', environmentName)
        : vscode.l10n.t(
            "This service can't list variables, and your list has no variables for {0}.",
            environmentName,
          ),
    );
  }
  const { toExportLines, formatExport } = await import('./exportText.ts');
  const lines = toExportLines(variables);
  const file = await askExportTarget(argument, title, environmentName);
  const unchangedKeys = file ? await writeExportFile(file, lines, formatOmittedComment, title) : [];
  if (!file) await vscode.env.clipboard.writeText(formatExport(lines, formatOmittedComment));
  const message = exportedText(lines, { isListed: isListedByService, unchangedKeys, file });
  // Not awaited: the command ends while the message is still open.
  void (file ? offerFile(file, message) : showInformation(message));
  return {
    environmentId,
    written: lines.flatMap((line) => ('text' in line ? [line.key] : [])),
    named: lines.flatMap((line) => ('reason' in line ? [line.key] : [])),
    ...omitUndefined({ file: file?.toString() }),
  };
}

/**
 * Returns the file to write to, or `undefined` for the clipboard. Uses `file` or `source: 'clipboard'` of the command
 * argument, or asks.
 */
async function askExportTarget(
  argument: unknown,
  title: string,
  environmentName: string,
): Promise<vscode.Uri | undefined> {
  const fileArgument = getStringArgument(argument, 'file');
  if (fileArgument !== undefined) return vscode.Uri.parse(fileArgument, true);
  if (getStringArgument(argument, 'source') === 'clipboard') return undefined;
  const items = [
    { iconPath: new vscode.ThemeIcon('file'), label: vscode.l10n.t('File...'), isFile: true },
    { iconPath: new vscode.ThemeIcon('clippy'), label: vscode.l10n.t('Clipboard'), isFile: false },
  ];
  const placeHolder = vscode.l10n.t(
    'Select where to export the variables. Plain values are written in clear text.',
  );
  const picked = await pickOne(items, { title, placeHolder });
  if (!picked.isFile) return undefined;
  // The name starts with `.env`, so that usual ignore rules match.
  return askSaveFile({ title, name: ['.env', toSafeFileName([environmentName])].filter(Boolean).join('.') });
}

/** Starts with the key, because an import recognizes the listed keys by the first word. */
const formatOmittedComment: FormatComment = (key, reason) => {
  if (reason === 'secret')
    return vscode.l10n.t("{0} is a secret. The service doesn't return its value.", key);
  if (reason === 'unknown') return vscode.l10n.t("{0}: the service doesn't return the value.", key);
  return vscode.l10n.t("{0}: the value can't be stored in a .env file.", key);
};

function exportedText(
  lines: readonly ExportLine[],
  {
    isListed,
    unchangedKeys,
    file,
  }: {
    readonly isListed: boolean;
    readonly unchangedKeys: readonly string[];
    readonly file: vscode.Uri | undefined;
  },
): string {
  const place = file ? getFileName(file) : vscode.l10n.t('the clipboard');
  const writtenCount = lines.filter((line) => 'text' in line).length;
  const listOmittedKeys = (reason: OmissionReason): readonly string[] =>
    lines.flatMap((line) =>
      'reason' in line && line.reason === reason && !unchangedKeys.includes(line.key) ? [line.key] : [],
    );
  const [secrets, unknown, unwritable] = [
    listOmittedKeys('secret'),
    listOmittedKeys('unknown'),
    listOmittedKeys('unwritable'),
  ];
  return [
    isListed
      ? ''
      : vscode.l10n.t("This service can't list variables. Only variables in your list were exported."),
    writtenCount === 1
      ? vscode.l10n.t('1 variable was exported to {0}.', place)
      : vscode.l10n.t('{0} variables were exported to {1}.', writtenCount, place),
    secrets.length === 0
      ? ''
      : secrets.length === 1
        ? vscode.l10n.t('1 secret is listed in a comment without its value.')
        : vscode.l10n.t('{0} secrets are listed in comments without their values.', secrets.length),
    unknown.length === 0
      ? ''
      : vscode.l10n.t(
          "Listed without the value because the service doesn't return it: {0}.",
          joinNames(unknown),
        ),
    unwritable.length === 0
      ? ''
      : vscode.l10n.t(
          "Listed without the value because a .env file can't store it: {0}.",
          joinNames(unwritable),
        ),
    unchangedKeys.length === 0
      ? ''
      : vscode.l10n.t('Not changed in the file: {0}.', joinNames(unchangedKeys)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
