import * as vscode from 'vscode';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';

/**
 * Creates the feature with the agent tools, which chat agents call, and with the prompts for the chat. In an editor
 * without the API for tools, there are none. The editor activates the extension when an agent calls one of the tools in
 * package.json.
 */
export function createAgentTools(
  context: FeatureContext,
): FeatureWithServices<'explainWithChat' | 'openChat'> {
  const { extension, subscriptions } = context.extensionContext;
  const runner = createLazy(async () => (await import('./toolRunner.ts')).createToolRunner(context));
  const tools =
    vscode.lm?.registerTool === undefined ? [] : extension.packageJSON.contributes.languageModelTools;
  for (const { name } of tools) {
    subscriptions.push(
      vscode.lm.registerTool(name, {
        prepareInvocation: async (...args) => (await runner.load()).prepare(name, ...args),
        invoke: async (...args) => (await runner.load()).invoke(name, ...args),
      }),
    );
  }
  return {
    services: {
      explainWithChat: async (question) => (await import('./openChat.ts')).explainWithChat(context, question),
      openChat: async (text) => (await import('./openChat.ts')).openChat(context, text),
    },
  };
}
