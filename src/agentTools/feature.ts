import * as vscode from 'vscode';
import type { Feature, FeatureContext } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';

/**
 * Creates the feature with the agent tools, which chat agents call. In an editor without this API, there are none. The
 * editor activates the extension when an agent calls one of the tools in package.json.
 */
export function createAgentTools(context: FeatureContext): Feature {
  const { extension, subscriptions } = context.extensionContext;
  const runner = createLazy(async () => (await import('./toolRunner.ts')).createToolRunner(context));
  if (vscode.lm?.registerTool === undefined) return {};
  for (const { name } of extension.packageJSON.contributes.languageModelTools) {
    subscriptions.push(
      vscode.lm.registerTool(name, {
        prepareInvocation: async (...args) => (await runner.load()).prepare(name, ...args),
        invoke: async (...args) => (await runner.load()).invoke(name, ...args),
      }),
    );
  }
  return {};
}
