import type * as vscode from 'vscode';
import type { EnvironmentRef } from '../../../domain/environment.ts';
import { placeOf } from '../../../explorer/environmentText.ts';
import { shortAddress } from '../../address.ts';

/** Where tests are run: an environment of the service `baseUrl`, or a server by its URL. */
export type TestTarget =
  | { readonly environment: EnvironmentRef; readonly baseUrl: string }
  | { readonly url: string };

export const keyOfTarget = (target: TestTarget): string =>
  'url' in target ? target.url : `${target.baseUrl} ${target.environment.environmentId}`;

export const titleOfTarget = (target: TestTarget): string =>
  'url' in target ? shortAddress(target.url) : placeOf(target.environment);

const key = 'inspector.testTargets';

/** The choice of a workspace. */
interface Targets {
  /** Those that can be reached by way of this service. */
  of(baseUrl: string | undefined): readonly TestTarget[];
  choose(targets: readonly TestTarget[]): Promise<void>;
}

/** Remembered, other than URLs with a query: that may be a secret. */
export function createTargets(state: vscode.Memento): Targets {
  let chosen = state.get<readonly TestTarget[]>(key, []);
  return {
    of: (baseUrl) => chosen.filter((target) => 'url' in target || target.baseUrl === baseUrl),
    async choose(targets) {
      chosen = targets;
      // Some of them would be another choice.
      const isSecret = targets.some((target) => 'url' in target && new URL(target.url).search !== '');
      await state.update(key, isSecret ? undefined : targets);
    },
  };
}
