import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import type { Playground, PlaygroundChange } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import { changePlayground, type PlaygroundChangeOutcome } from './changePlayground.ts';

interface ApplyChangeDeps {
  readonly connection: Connection;
  /** That is what the service has now. */
  readonly onDidRead: (environmentId: string, playground: Playground) => void;
  /** What the service has now isn't known. */
  readonly lost: (environmentId: string) => void;
  readonly access: PlaygroundAccess;
}

/**
 * Whether the service supports changing playgrounds. Assumed until a change fails, because the operation isn't part of
 * the specification.
 */
export interface PlaygroundAccess {
  readonly isWritable: boolean;
  set(isWritable: boolean): void;
}

export type ApplyChange = (target: EnvironmentRef, change: PlaygroundChange) => Promise<Playground>;

/** Carries a change out as the person who asked for it. Rejects when the service doesn't have it afterwards. */
export function createApplyChange({ connection, onDidRead, lost, access }: ApplyChangeDeps): ApplyChange {
  return async (target, change) => {
    const { environments } = await connection.client({ isInteractive: true });
    const { environmentId } = target;
    let changed: PlaygroundChangeOutcome | undefined;
    try {
      await withCancellableProgress(
        vscode.l10n.t('Changing the playground of {0}...', environmentLabel(target)),
        async (signal) => {
          changed = await changePlayground(environments, environmentId, change, signal);
          if (changed.result !== 'applied') throw changed.error;
        },
      );
    } catch (error) {
      if (changed?.result === 'unknown') {
        lost(environmentId);
        throw new UserError(
          vscode.l10n.t(
            "The response was lost, so it's unknown whether the playground of {0} was changed. Check the playground before you try again.",
            environmentLabel(target),
          ),
        );
      }
      if (error instanceof ApiError && error.unknownPath) {
        access.set(false);
        throw new UserError(readOnlyText());
      }
      throw error;
    }
    if (changed?.result !== 'applied') throw new vscode.CancellationError();
    onDidRead(environmentId, changed.playground);
    return changed.playground;
  };
}

export function readOnlyText(): string {
  return vscode.l10n.t("This service doesn't support changing playgrounds from an editor.");
}
