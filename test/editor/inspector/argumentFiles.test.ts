import * as vscode from 'vscode';
import { createArgumentEditing } from '../../../src/inspector/documents/argumentEditing.ts';
import { ArgumentFiles } from '../../../src/inspector/documents/argumentFiles.ts';
import type { ArgumentDraft, InspectorItem } from '../../../src/inspector/pageSchemas.ts';
import { expect, test } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

const count = 2;

/** Has more digits than a number in JavaScript. */
const many = '{ "city": "Bergen", "days": 12345678901234567890 }';

const city = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where it rains' },
    days: { type: 'integer', maximum: 7 },
  },
  required: ['city'],
  additionalProperties: false,
};

const itemOf = (key: string, inputSchema: unknown): InspectorItem => ({
  key,
  kind: 'tool',
  name: key,
  facts: [],
  lintIssues: [],
  inputSchema,
});

/** Simulates a page and its host, with the tools of a server. */
async function withPage(
  tools: Record<string, unknown>,
  body: (page: {
    readonly edits: readonly ArgumentDraft[];
    /** Resolves once the page gets another draft. */
    nextEdit(): Promise<void>;
    edit(key: string, value: unknown, text?: string): Promise<void>;
    typed(key: string, value: unknown): void;
    describe(): void;
    close(): void;
  }) => Promise<void>,
): Promise<void> {
  const files = new ArgumentFiles(() => undefined, count);
  const edits: ArgumentDraft[] = [];
  let onEdit: () => void = () => undefined;
  const editing = createArgumentEditing({
    files,
    findItem: (key) => (key in tools ? itemOf(key, tools[key]) : undefined),
    sendToPage(typed) {
      edits.push(typed);
      onEdit();
    },
  });
  try {
    await body({
      edits,
      nextEdit: () => new Promise((resolve) => (onEdit = resolve)),
      edit: (key, value, text) =>
        editing.messageHandlers.editJson({
          draft: { key, view: 'json', value, ...(text !== undefined && { text }) },
        }),
      typed: (key, value) => editing.messageHandlers.saveArguments({ draft: { key, view: 'form', value } }),
      describe: () => editing.updateSchemas(),
      close: () => editing.dispose(),
    });
  } finally {
    editing.dispose();
    files.dispose();
  }
}

async function replaceAll(workbench: HostWindow, text: string): Promise<void> {
  await workbench.selectAll();
  await workbench.type(text);
}

test.describe('arguments as a document', () => {
  test('are validated with the schema of their tool, also after it changes', async ({ workbench }) => {
    const tools: Record<string, unknown> = { rain: city, wind: { type: 'object', required: ['speed'] } };
    await withPage(tools, async (page) => {
      await page.edit('rain', { city: 3 });
      await expect(workbench.text).toHaveValue('{\n  "city": 3\n}\n');
      expect(vscode.window.activeTextEditor?.document.languageId).toBe('json');
      await expect(workbench.squiggles('warning')).toContainText('"string"');

      await test.step('are validated with the schema of another document', async () => {
        await page.edit('wind', {});
        await expect(workbench.squiggles('warning')).toContainText('speed');
      });
      await test.step('have hovers and completions', async () => {
        await page.edit('rain', { city: 'Oslo' });
        await expect(workbench.text).toContainText('Oslo');
        await expect(workbench.squiggles('warning')).toHaveCount(0);
        const uri = vscode.window.activeTextEditor?.document.uri;
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          ...['vscode.executeHoverProvider', uri, new vscode.Position(1, 4)],
        );
        const words = hovers
          .flatMap(({ contents }) => contents)
          .map((one) => (typeof one === 'string' ? one : one.value));
        expect(words.join()).toContain('Where it rains');
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          ...['vscode.executeCompletionItemProvider', uri, new vscode.Position(1, 2)],
        );
        expect(items.map(({ label }) => label)).toContain('days');
      });
      await test.step('are validated after the server changes the schema', async () => {
        tools['rain'] = { ...city, required: ['city', 'days'] };
        page.describe();
        await expect(workbench.squiggles('warning')).toContainText('days');
      });
    });
  });

  test('are synchronized in both directions, without prompts to save', async ({ workbench }) => {
    await withPage({ rain: city }, async (page) => {
      await page.edit('rain', { city: 'Oslo' });
      await expect(workbench.text).toContainText('Oslo');

      await test.step('are sent to the page, and saved', async () => {
        await replaceAll(workbench, many);
        await expect.poll(() => page.edits.at(-1)?.text).toContain('Bergen');
        await expect(workbench.dirtyTabs).toHaveCount(0);
      });
      await test.step('keep their format if the form has the same values', async () => {
        page.typed('rain', JSON.parse(many));
        page.typed('rain', { city: 'Bodø' });
        await expect(workbench.text).toHaveValue('{\n  "city": "Bodø"\n}\n');
        page.typed('rain', { city: 'Bodø', days: 1 });
        page.typed('rain', { city: 'Bodø', days: 2 });
        await expect(workbench.text).toContainText('"days": 2');
        expect(page.edits.at(-1)?.text).toContain('Bergen');
      });
      await test.step('are restored by undo on both sides', async () => {
        const count = page.edits.length;
        await expect
          .poll(async () => {
            await vscode.commands.executeCommand('undo');
            return vscode.window.activeTextEditor?.document.getText();
          })
          .toContain('12345678901234567890');
        await expect.poll(() => page.edits.length).toBeGreaterThan(count);
        await expect.poll(() => page.edits.at(-1)?.text).toContain('12345678901234567890');
      });
      await test.step('are synchronized even if they are invalid JSON', async () => {
        await replaceAll(workbench, '{ "city": ');
        await expect.poll(() => page.edits.at(-1)?.text).toBe('{ "city": ');
      });
      await test.step('can be reopened after they were closed, and close with the page', async () => {
        await expect(workbench.dirtyTabs).toHaveCount(0);
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        await expect(workbench.tab('rain.json')).toHaveCount(0);
        await page.edit('rain', { city: 'Bodø' }, '{ "city": ');
        await expect(workbench.text).toHaveValue('{ "city": ');
        await workbench.type('"Moss" }');
        page.close();
        await expect(workbench.tab('rain.json')).toHaveCount(0);
        await expect.poll(() => page.edits.at(-1)?.text).toContain('Moss');
      });
    });
  });

  test('are saved after the user typed while they were saved', async ({ workbench }) => {
    await withPage({ rain: city }, async (page) => {
      await page.edit('rain', {});
      await replaceAll(workbench, '{ "city": "Oslo" }');
      // The page gets the text while the editor saves it, unless the delay of a busy machine is longer.
      const typing = page.nextEdit().then(() => workbench.type(' '));
      await vscode.commands.executeCommand('workbench.action.files.save');
      await typing;
      await expect.poll(() => page.edits.at(-1)?.text).toBe('{ "city": "Oslo" } ');
      await expect(workbench.dirtyTabs).toHaveCount(0);
    });
  });

  test.describe('if the editor formats on save', () => {
    test.use({ settings: { 'editor.formatOnSave': true } });

    test('are saved once another editor has the focus', async ({ workbench }) => {
      let saved = 0;
      const saving = vscode.workspace.onDidSaveTextDocument(() => void saved++);
      await withPage({ rain: city }, async (page) => {
        await page.edit('rain', {});
        for (const text of ['{"city":"Oslo"}', '{"city":"Moss"}']) {
          await replaceAll(workbench, text);
          await expect.poll(() => page.edits.at(-1)?.text).toBe(text);
        }
        expect(saved).toBe(0);
        await expect(workbench.text).toHaveValue('{"city":"Moss"}');
        await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
        await expect(workbench.dirtyTabs).toHaveCount(0);
        await expect.poll(() => page.edits.at(-1)?.text).toMatch(/^\{\s+"city": "Moss"\s+\}$/);
      });
      saving.dispose();
    });
  });

  test('of more tools than there are places replace those that were closed', async ({ workbench }) => {
    const names = Array.from({ length: count + 1 }, (_, index) => `tool${index}`);
    await withPage(Object.fromEntries(names.map((name) => [name, city])), async (page) => {
      for (const name of names.slice(0, count)) await page.edit(name, { city: name });
      await expect(workbench.text).toContainText(`tool${count - 1}`);
      let message = '';
      await page.edit(`tool${count}`, {}).catch((error: unknown) => {
        message = String(error);
      });
      expect(message).toContain('Close one of them first');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await expect(workbench.tab(`tool${count - 1}.json`)).toHaveCount(0);
      await page.edit(`tool${count}`, { city: 'Moss' });
      await expect(workbench.text).toContainText('Moss');
      await page.edit(`tool${count - 1}`, { city: 'Oslo' }).catch((error: unknown) => {
        message = `again: ${error}`;
      });
      expect(message).toContain('again: ');
    });
  });
});
