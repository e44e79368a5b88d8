import * as vscode from 'vscode';
import { ApiError, isUnsupportedError } from '../../api/errors.ts';
import { OtherServiceError } from '../../auth/clientForService.ts';
import { addTryAgain, createSelectServiceRemedy, createTryAgainRemedy } from '../../editor/panel/remedies.ts';
import type { Problem, ToProblem } from '../../editor/problem.ts';
import type { EnvironmentIdentity, SectionId } from './protocol.ts';

/** The error for an environment that was deleted while its page was open. */
export class EnvironmentDeletedError extends Error {
  override readonly name = 'DeletedError';
}

/**
 * Returns the problem of the whole page, or `undefined` if the page shows its sections, of which some might have
 * failed.
 */
export function findPageProblem(
  failure: unknown,
  { baseUrl, environmentName }: Pick<EnvironmentIdentity, 'baseUrl' | 'environmentName'>,
  toProblem: ToProblem,
): Problem | undefined {
  if (failure instanceof EnvironmentDeletedError) {
    const message = vscode.l10n.t(
      'This environment was deleted, along with its logs, analytics, and metrics.',
    );
    return { message, remedies: [], isInformational: true };
  }
  if (failure instanceof OtherServiceError) {
    return {
      message: vscode.l10n.t(
        "This environment is on {0}, which isn't the current service.",
        readHost(baseUrl),
      ),
      remedies: [createSelectServiceRemedy()],
    };
  }
  if (failure instanceof ApiError && failure.kind === 'notFound' && !failure.isUnsupportedOperation) {
    // Only an environment that existed before has a name.
    if (environmentName !== '') return createMissingProblem();
    const problem = toProblem(failure);
    return problem && { ...problem, remedies: [createTryAgainRemedy()] };
  }
  return undefined;
}

/** Returns the problem of an environment that was deleted elsewhere. A refresh also removes its row, and reads it again. */
function createMissingProblem(): Problem {
  return {
    message: vscode.l10n.t('This environment no longer exists.'),
    remedies: [{ label: vscode.l10n.t('Refresh Projects'), icon: 'refresh', command: 'hostedMcp.refresh' }],
    isInformational: true,
  };
}

/** Returns the problem of a section, with its remedies. */
export function findSectionProblem(
  section: SectionId,
  failure: unknown,
  baseUrl: string,
  toProblem: ToProblem,
): Problem | undefined {
  if (failure === undefined) return undefined;
  const isAdditional = additionalSections.has(section);
  if (isAdditional && isUnsupportedError(failure)) return undefined;
  const unsupportedMessage = isUnsupportedError(failure)
    ? unsupportedText(section, readHost(baseUrl))
    : undefined;
  if (unsupportedMessage !== undefined)
    return { message: unsupportedMessage, remedies: [], isInformational: true };
  const problem = toProblem(failure);
  if (!problem) return undefined;
  if (!isAdditional) return addTryAgain(problem);
  const message =
    section === 'reason'
      ? vscode.l10n.t("The deployment log couldn't be loaded. {0}", problem.message)
      : problem.message;
  return { ...addTryAgain(problem), message, isInformational: true };
}

/** The sections without which the page is still useful. Their problems aren't shown as errors. */
const additionalSections: ReadonlySet<SectionId> = new Set(['reason', 'usage', 'errors']);

function unsupportedText(section: SectionId, host: string): string | undefined {
  switch (section) {
    case 'telemetry':
      return vscode.l10n.t("{0} doesn't support telemetry destinations.", host);
    case 'playground':
      return vscode.l10n.t("{0} doesn't support playgrounds.", host);
    default:
      return undefined;
  }
}

function readHost(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
