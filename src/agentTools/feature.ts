import * as vscode from 'vscode';
import type { Feature, FeatureContext } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';

/**
 * Creates the feature with the agent tools, which chat agents call. In an editor without this API, there are none. The
 * editor activates the extension when an agent calls one of the tools in package.json.
 */
export function createAgentTools(context: FeatureContext): Feature {
  const runner = createLazy(async () => (await import('./toolRunner.ts')).createToolRunner(context));
  const { languageModelTools } = context.extensionContext.extension.packageJSON.contributes;
  const registrations = vscode.lm?.registerTool
    ? (languageModelTools as readonly { readonly name: string }[]).map(({ name }) =>
        vscode.lm.registerTool(name, {
          prepareInvocation: async (...args) => (await runner.load()).prepare(name, ...args),
          invoke: async (...args) => (await runner.load()).invoke(name, ...args),
        }),
      )
    : [];
  return { dispose: () => vscode.Disposable.from(...registrations).dispose() };
}
