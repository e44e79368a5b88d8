import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startExtension, startTestService } from './fixtures.ts';

/** The URL of the service that the extension is connected to. */
export let baseUrl = '';
export let apiKey = '';

/** Starts the extension for all tests of a group, with the editor's real functions. */
export function useExtension(): void {
  const undo: (() => unknown)[] = [];
  before(async () => {
    const service = await startTestService();
    ({ url: baseUrl, apiKey } = service);
    undo.push(() => service.close(), startExtension().dispose);
  });
  after(async () => {
    for (const one of undo.toReversed()) await one();
  });
}

export interface EnvironmentRecord {
  readonly id: string;
  readonly name: string;
  readonly mcpServerUrl: string | null;
  readonly latestDeployment: { readonly id: string } | null;
}

export async function findFirstEnvironment(): Promise<EnvironmentRecord> {
  const response = await fetch(`${baseUrl}/v1/projects`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const projects: readonly { productionEnvironment: EnvironmentRecord | null }[] = JSON.parse(
    await response.text(),
  );
  const found = projects.find((project) => project.productionEnvironment)?.productionEnvironment;
  assert.ok(found, 'the service has a project with a production environment');
  return found;
}

export const runCommand = (id: string, argument?: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(id, argument);

/**
 * Waits for a condition. The editor notifies the extension host of its tabs a little later. The time limit of
 * the test ends the wait.
 */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
