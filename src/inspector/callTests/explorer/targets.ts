import type * as vscode from 'vscode';
import type { EnvironmentRef } from '../../../domain/environment.ts';
import { plainText } from '../../../domain/plainText.ts';
import { placeOf } from '../../../explorer/environmentText.ts';
import type { InspectorIdentity } from '../../protocol.ts';
import { shortServerUrl } from '../../serverUrl.ts';

/** A server that tests run on: an environment of the service `baseUrl`, a URL, or an entry of a workspace's file. */
export type TestTarget =
  | { readonly environment: EnvironmentRef; readonly baseUrl: string }
  | { readonly url: string }
  | { readonly entry: NonNullable<InspectorIdentity['entry']> };

export function keyOfTarget(target: TestTarget): string {
  if ('url' in target) return target.url;
  if ('entry' in target) return `${target.entry.file}#${encodeURIComponent(target.entry.name)}`;
  return `${target.baseUrl} ${target.environment.environmentId}`;
}

export function titleOfTarget(target: TestTarget): string {
  if ('url' in target) return shortServerUrl(target.url);
  return 'entry' in target ? plainText(target.entry.name) : placeOf(target.environment);
}

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
    of: (baseUrl) => chosen.filter((target) => !('environment' in target) || target.baseUrl === baseUrl),
    async choose(targets) {
      chosen = targets;
      // Some of them would be another choice.
      const isSecret = targets.some((target) => 'url' in target && new URL(target.url).search !== '');
      await state.update(key, isSecret ? undefined : targets);
    },
  };
}
