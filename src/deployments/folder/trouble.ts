import * as vscode from 'vscode';
import { isAbsent } from '../../api/errors.ts';
import { UploadError } from '../../api/upload.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { plainText } from '../../domain/plainText.ts';
import type { Problem, ToProblem } from '../../editor/problem.ts';
import { UserError } from '../../editor/userError.ts';
import { placeOf } from '../../explorer/environmentText.ts';
import { field } from '../../fields.ts';
import { notStarted } from '../notStarted.ts';
import type { Sent } from './send.ts';

/** What became of a folder that isn't deployed, as far as it is known. */
export type Unsent = Exclude<Sent, { readonly result: 'started' }>;

/** Why a folder wasn't deployed, as an error in a user's words. */
export function unsentError(unsent: Unsent, target: EnvironmentRef, toProblem: ToProblem): unknown {
  switch (unsent.result) {
    case 'cancelled':
      return new vscode.CancellationError();
    case 'running':
      return new UserError(
        vscode.l10n.t("{0} is already deploying. Deploy again when that's done.", placeOf(target)),
      );
    default:
      return failedError(unsent, target, toProblem);
  }
}

type Failed = Extract<Unsent, { readonly error: unknown }>;

function failedError(unsent: Failed, target: EnvironmentRef, toProblem: ToProblem): unknown {
  const { step, error } = unsent;
  if (error instanceof UploadError) return new UserError(uploadText(error));
  if (step === 'pack') return packError(error);
  if (step === 'address' && isAbsent(error)) {
    return new UserError(
      vscode.l10n.t(
        "This service doesn't take folders. Connect a repository to the project, and deploy that.",
      ),
      { isFinal: true, isCalm: true },
    );
  }
  return step === 'deploy' ? notStarted(unsent, target, toProblem) : error;
}

/** The same with its remedies, for a place that shows it. */
export function unsentProblem(
  unsent: Unsent,
  target: EnvironmentRef,
  toProblem: ToProblem,
): Pick<Problem, 'message' | 'remedies'> {
  const { message, remedies } = toProblem(unsentError(unsent, target, toProblem)) ?? {
    message: vscode.l10n.t('It was canceled before anything was deployed.'),
    remedies: [],
  };
  return { message, remedies };
}

function uploadText({ kind, status, code }: UploadError): string {
  switch (kind) {
    case 'address':
      return vscode.l10n.t(
        "Nothing was uploaded: the address for the upload isn't encrypted, or leads to such a one.",
      );
    case 'refused':
      return status === 403
        ? vscode.l10n.t('The upload was refused: its address has expired, or was never valid.')
        : vscode.l10n.t('The upload was refused (HTTP {0}).', status ?? '');
    case 'tooLarge':
      return vscode.l10n.t(
        'The folder is larger than the service takes. Leave out what it needs no files of.',
      );
    case 'network':
      // Codes of libraries tell a person nothing.
      return code === undefined || !/^E[A-Z]/.test(code)
        ? vscode.l10n.t('The connection was lost during the upload.')
        : vscode.l10n.t('The connection was lost during the upload ({0}).', code);
    case 'silent':
      return vscode.l10n.t('The upload stopped moving. Check the network connection.');
    case 'server':
      return vscode.l10n.t('The server that takes uploads failed (HTTP {0}).', status ?? '');
    case 'source':
      return vscode.l10n.t("The packed folder can't be read anymore. Deploy the folder again.");
    case 'cancelled':
      return vscode.l10n.t('The upload was canceled.');
  }
}

/** A full disk, and a file that someone writes, are what a person can do something about. */
function packError(error: unknown): unknown {
  const code = field(error, 'code');
  const path = field(error, 'path');
  if (field(error, 'name') === 'ChangedFileError' && typeof path === 'string') {
    return new UserError(
      vscode.l10n.t(
        '{0} was changed while the folder was packed. Try again with what it is now.',
        plainText(path),
      ),
    );
  }
  if (error instanceof UserError || typeof code !== 'string') return error;
  const text =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? vscode.l10n.t('The disk is full, so the folder was not packed. Free some space.')
      : vscode.l10n.t("The folder wasn't packed: a file can't be read or written ({0}).", code);
  return new UserError(text);
}
