import type * as vscode from 'vscode';
import type { EnvironmentRef } from '../../../domain/environment.ts';
import { toPlainText } from '../../../domain/plainText.ts';
import { shortenServerUrl } from '../../../editor/serverUrl.ts';
import { formatEnvironmentLabel } from '../../../explorer/environmentLabel.ts';
import type { InspectorIdentity } from '../../protocol.ts';

/** A server to run tests on: an environment of the service at `baseUrl`, a URL, or an entry of a workspace file. */
export type TestTarget =
  | { readonly environment: EnvironmentRef; readonly baseUrl: string }
  | { readonly url: string }
  | { readonly entry: NonNullable<InspectorIdentity['entry']> };

export function getTestTargetKey(target: TestTarget): string {
  if ('url' in target) return target.url;
  if ('entry' in target) return `${target.entry.file}#${encodeURIComponent(target.entry.name)}`;
  return `${target.baseUrl} ${target.environment.environmentId}`;
}

export function getTestTargetTitle(target: TestTarget): string {
  if ('url' in target) return shortenServerUrl(target.url);
  return 'entry' in target ? toPlainText(target.entry.name) : formatEnvironmentLabel(target.environment);
}

const storageKey = 'inspector.testTargets';

/** The test targets that the user selected in a workspace. */
interface TargetSelection {
  /** Returns the selected targets, except environments of another service than the one at `baseUrl`. */
  listForService(baseUrl: string | undefined): readonly TestTarget[];
  set(targets: readonly TestTarget[]): Promise<void>;
}

/**
 * Creates a selection of targets, which is stored in the workspace state, unless a URL has a query, because a query can
 * contain a secret.
 */
export function createTargetSelection(state: vscode.Memento): TargetSelection {
  let selectedTargets = state.get<readonly TestTarget[]>(storageKey, []);
  return {
    listForService: (baseUrl) =>
      selectedTargets.filter((target) => !('environment' in target) || target.baseUrl === baseUrl),
    async set(targets) {
      selectedTargets = targets;
      // Nothing is stored instead of only some targets, because those would be a different selection.
      const mightContainSecret = targets.some(
        (target) => 'url' in target && new URL(target.url).search !== '',
      );
      await state.update(storageKey, mightContainSecret ? undefined : targets);
    },
  };
}
