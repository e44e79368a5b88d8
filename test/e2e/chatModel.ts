import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsFile } from '../harness/settings.ts';
import { type ModelServer, startModelServer } from '../kit/modelServer.ts';
import { test as base, expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** Adds a model on this machine to the chat of the editor, whose agent needs no account for it. */
export const test = base.extend<{ readonly model: ModelServer }>({
  settings: async ({ settings }, use) => use({ ...settings, 'chat.disableAIFeatures': false }),
  // The agent is an extension of the editor.
  isLean: false,
  model: [
    async ({ editor }, use) => {
      const model = await startModelServer();
      const file = join(dirname(settingsFile(editor.dataDir)), 'chatLanguageModels.json');
      mkdirSync(dirname(file), { recursive: true });
      const definition = {
        ...{ id: 'scripted', name: 'Scripted Model', url: model.url, apiType: 'chat-completions' },
        ...{ toolCalling: true, vision: false, maxInputTokens: 128_000, maxOutputTokens: 8000 },
      };
      const vendor = { vendor: 'customendpoint', name: 'Scripted', apiKey: 'key', models: [definition] };
      writeFileSync(file, JSON.stringify([vendor]));
      await use(model);
      model.close();
    },
    { auto: true },
  ],
});

/** Enables the extension with the agent, which a new user doesn't have until a model is used. */
export async function enableAgent(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await workbench.runOther('Chat: Manage Language Models');
  const models = page.locator('.models-widget');
  await expect(models).toContainText('Scripted Model');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(models).toBeHidden({ timeout: 2000 });
  }).toPass();
}
