import * as vscode from 'vscode';
import { isUnsupportedError } from '../../api/errors.ts';
import { UploadError } from '../../api/upload.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { toPlainText } from '../../domain/plainText.ts';
import type { Problem, ToProblem } from '../../editor/problem.ts';
import { UserError } from '../../editor/userError.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { getField } from '../../fields.ts';
import { createOpenLogsRemedy, toStartError } from '../startError.ts';
import type { DeployFolderOutcome } from './deployFolder.ts';

/** The outcome of a folder that wasn't deployed, or might not have been. */
export type DeployFailure = Exclude<DeployFolderOutcome, { readonly result: 'started' }>;

/** Returns the error for a folder that wasn't deployed. */
export function toDeployError(failure: DeployFailure, target: EnvironmentRef, toProblem: ToProblem): unknown {
  switch (failure.result) {
    case 'canceled':
      return new vscode.CancellationError();
    case 'running':
      return new UserError(
        vscode.l10n.t(
          'A deployment of {0} is already in progress. Deploy again after it ends.',
          formatEnvironmentLabel(target),
        ),
        { remedies: [createOpenLogsRemedy(target, failure.running?.id)] },
      );
    default:
      return toRequestError(failure, target, toProblem);
  }
}

type FailedRequest = Extract<DeployFailure, { readonly error: unknown }>;

function toRequestError(failure: FailedRequest, target: EnvironmentRef, toProblem: ToProblem): unknown {
  const { step, error } = failure;
  if (error instanceof UploadError) return new UserError(describeUploadError(error));
  if (step === 'pack') return toPackError(error);
  if (step === 'uploadUrl' && isUnsupportedError(error)) {
    return new UserError(
      vscode.l10n.t(
        "This service doesn't support folder uploads. Connect a repository to the project, and then deploy the repository.",
      ),
      { isPermanent: true, isInformational: true },
    );
  }
  return step === 'deploy' ? toStartError(failure, target, toProblem) : error;
}

/** Returns the message and the remedies of a failure, for display in the summary. */
export function toDeployProblem(
  failure: DeployFailure,
  target: EnvironmentRef,
  toProblem: ToProblem,
): Pick<Problem, 'message' | 'remedies'> {
  const { message, remedies } = toProblem(toDeployError(failure, target, toProblem)) ?? {
    message: vscode.l10n.t('The deployment was canceled. Nothing was deployed.'),
    remedies: [],
  };
  return { message, remedies };
}

function describeUploadError({ kind, status, code }: UploadError): string {
  switch (kind) {
    case 'invalidUrl':
      return vscode.l10n.t(
        "Nothing was uploaded because the upload URL isn't encrypted or redirects to a URL that can't be used.",
      );
    case 'rejected':
      return status === 403
        ? vscode.l10n.t('The upload was rejected because the upload URL has expired or was never valid.')
        : vscode.l10n.t('The upload was rejected (HTTP {0}).', status ?? '');
    case 'tooLarge':
      return vscode.l10n.t(
        "The folder is larger than the service allows. Leave out files that the server doesn't need.",
      );
    case 'network':
      // Only system error codes are helpful to the user.
      return code === undefined || !/^E[A-Z]/.test(code)
        ? vscode.l10n.t('The connection was lost during the upload.')
        : vscode.l10n.t('The connection was lost during the upload ({0}).', code);
    case 'stalled':
      return vscode.l10n.t('The upload stalled. Check the network connection.');
    case 'server':
      return vscode.l10n.t('The upload server failed (HTTP {0}).', status ?? '');
    case 'unreadableArchive':
      return vscode.l10n.t('The packed folder can no longer be read. Deploy the folder again.');
    case 'canceled':
      return vscode.l10n.t('The upload was canceled.');
  }
}

/** Returns a `UserError` for failures that the user can fix, such as a full disk or a changed file. */
function toPackError(error: unknown): unknown {
  const code = getField(error, 'code');
  const path = getField(error, 'path');
  if (getField(error, 'name') === 'ChangedFileError' && typeof path === 'string') {
    return new UserError(
      vscode.l10n.t(
        '{0} changed while the folder was being packed. Try again to use the current version.',
        toPlainText(path),
      ),
    );
  }
  if (error instanceof UserError || typeof code !== 'string') return error;
  return new UserError(describePackError(code));
}

function describePackError(code: string): string {
  switch (code) {
    case 'ENOSPC':
      return vscode.l10n.t(
        "The folder wasn't packed because the disk is full. Free up some space, and then try again.",
      );
    case 'EDQUOT':
      return vscode.l10n.t(
        "The folder wasn't packed because your disk quota is exceeded. Free up some space, and then try again.",
      );
    default:
      return vscode.l10n.t(
        "The folder wasn't packed because a file couldn't be read or written ({0}).",
        code,
      );
  }
}
