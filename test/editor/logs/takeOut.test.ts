import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exportRows, writeRows } from '../../../src/logs/export/exportRows.ts';
import { jsonLinesFormat, textFormat } from '../../../src/logs/export/formats.ts';
import { createLogDocuments, type LogDocuments, logScheme } from '../../../src/logs/export/logDocuments.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';

const row = (id: number): LogRow => ({ id, time: id, type: 'INFO', content: `entry ${id} token=abc123def` });
const rowsOf = (count: number) => ({ count, row });
/** Enough rows for many parts. */
const manyRows = rowsOf(50_000);
const never = () => false;
/** Waits for a condition. The time limit of the test ends the wait. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
const isCancellation = (error: unknown): boolean => error instanceof vscode.CancellationError;

/** Replaces functions of `vscode.window` until `restore`. */
function replaceWindowFunctions(functions: Partial<typeof vscode.window>): { restore(): void } {
  const originals = Object.keys(functions).map((name) => [name, Reflect.get(vscode.window, name)] as const);
  Object.assign(vscode.window, functions);
  return { restore: () => Object.assign(vscode.window, Object.fromEntries(originals)) };
}

describe('writing rows to a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hm-export-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const uri = (name: string) => vscode.Uri.file(join(folder, name));

  it('writes all of them, reports progress, and leaves nothing else behind', async () => {
    const progress: number[] = [];
    const entries = await writeRows(manyRows, uri('all.log'), {
      format: textFormat,
      isCancelled: never,
      onProgress: (done) => progress.push(done),
    });
    assert.equal(entries, 50_000);
    const lines = readFileSync(join(folder, 'all.log'), 'utf8').split('\n');
    assert.equal(lines.length, 50_001);
    assert.equal(lines[49_999], '1970-01-01T00:00:49.999Z INFO    - entry 49999 token=abc123def');
    assert.ok(progress.length > 5);
    assert.equal(progress.at(-1), 50_000);
    assert.deepEqual(readdirSync(folder), ['all.log']);
  });

  it('deletes its file after a cancellation, and keeps the existing file', async () => {
    writeFileSync(join(folder, 'old.log'), 'old');
    for (const name of ['new.log', 'old.log']) {
      let prompts = 0;
      let during: readonly string[] = [];
      const isCancelled = () => {
        during = readdirSync(folder);
        return ++prompts > 3;
      };
      await assert.rejects(
        writeRows(manyRows, uri(name), { format: textFormat, isCancelled }),
        isCancellation,
      );
      assert.equal(during.filter((file) => file.endsWith('.part')).length, 1, 'the file is being written');
    }
    assert.deepEqual(readdirSync(folder), ['old.log']);
    assert.equal(readFileSync(join(folder, 'old.log'), 'utf8'), 'old');
  });

  it('can be canceled after the last part, too', async () => {
    let done = false;
    const writing = writeRows(rowsOf(1), uri('new.log'), {
      format: textFormat,
      isCancelled: () => done,
      onProgress: () => {
        done = true;
      },
    });
    await assert.rejects(writing, isCancellation);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('keeps the existing file if a row fails, and reports the file and the error', async () => {
    writeFileSync(join(folder, 'old.log'), 'old');
    const failing = {
      count: 50_000,
      row: (index: number) => (index < 30_000 ? row(index) : assert.fail('the rows are gone')),
    };
    await assert.rejects(writeRows(failing, uri('old.log'), { format: textFormat, isCancelled: never }), {
      message: `Couldn't write ${join(folder, 'old.log')}: the rows are gone`,
    });
    assert.deepEqual(readdirSync(folder), ['old.log']);
    assert.equal(readFileSync(join(folder, 'old.log'), 'utf8'), 'old');
  });

  it('reports a missing folder, and a name that is a folder', async () => {
    mkdirSync(join(folder, 'folder.log'));
    const options = { format: textFormat, isCancelled: never };
    await assert.rejects(writeRows(rowsOf(1), uri('none/a.log'), options), /a\.log.*folder doesn't exist/);
    await assert.rejects(writeRows(rowsOf(1), uri('folder.log'), options), /a folder with this name/);
    assert.deepEqual(readdirSync(folder), ['folder.log']);
  });

  it('replaces the target of a link, and keeps its mode', async () => {
    writeFileSync(join(folder, 'old.log'), 'old');
    chmodSync(join(folder, 'old.log'), 0o600);
    symlinkSync('old.log', join(folder, 'link.log'));
    await writeRows(rowsOf(1), uri('link.log'), { format: textFormat, isCancelled: never });
    assert.ok(lstatSync(join(folder, 'link.log')).isSymbolicLink());
    assert.match(readFileSync(join(folder, 'old.log'), 'utf8'), /entry 0/);
    assert.equal(statSync(join(folder, 'old.log')).mode & 0o777, 0o600);
  });

  it('writes a whole file to a file system of the editor without blocking, and nothing after a cancellation', async () => {
    const written: (readonly [string, Uint8Array])[] = [];
    const fileSystem = vscode.workspace.registerFileSystemProvider('hm-memory', memoryFiles(written));
    const target = vscode.Uri.parse('hm-memory:/all.jsonl');
    try {
      let prompts = 0;
      const isCancelled = () => ++prompts > 3;
      await assert.rejects(
        writeRows(manyRows, target, { format: jsonLinesFormat, isCancelled }),
        isCancellation,
      );
      assert.equal(written.length, 0);
      let turns = 0;
      let turnsAtEnd = 0;
      const timer = setInterval(() => turns++, 0);
      const onProgress = () => {
        turnsAtEnd = turns;
      };
      await writeRows(manyRows, target, { format: jsonLinesFormat, isCancelled: never, onProgress });
      clearInterval(timer);
      assert.ok(turnsAtEnd > 5, 'the host handled events before the file system was called');
      assert.equal(written.length, 1);
      const lines = new TextDecoder().decode(written[0]?.[1]).split('\n');
      assert.equal(lines.length, 50_001);
      assert.equal(
        Reflect.get(Object(JSON.parse(lines[49_999] ?? '')), 'content'),
        'entry 49999 token=abc123def',
      );
    } finally {
      fileSystem.dispose();
    }
  });

  it('asks for a format and a file, masks secrets, and offers what this editor supports', async () => {
    let defaultName = '';
    const prompts: string[] = [];
    const offeredItems: unknown[] = [];
    const editor = replaceWindowFunctions({
      showQuickPick: async (given: unknown) => {
        const items: unknown = await given;
        const choices: readonly vscode.QuickPickItem[] = Array.isArray(items) ? items : [];
        prompts.push(...choices.map(({ label }) => label));
        return choices[0] as never;
      },
      showSaveDialog: async (options) => {
        defaultName = options?.defaultUri?.path ?? '';
        return uri('x.log');
      },
      showInformationMessage: async (...parts: unknown[]) => {
        offeredItems.push(...parts);
        return undefined;
      },
    });
    try {
      const target = await exportRows(rowsOf(2), {
        projectName: 'My project',
        environmentName: 'Prod',
        secrets: [],
      });
      assert.equal(target.fsPath, uri('x.log').fsPath);
    } finally {
      editor.restore();
    }
    assert.equal(prompts.length, 4);
    assert.deepEqual(
      prompts.map((label) => label.includes('masked')),
      [true, true, false, false],
    );
    assert.match(defaultName, /\/My-project-Prod-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.log$/);
    assert.match(readFileSync(join(folder, 'x.log'), 'utf8'), /entry 1 token=•••\n$/);
    assert.match(String(offeredItems[0]), /Exported 2 entries to .*x\.log/);
    const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
    assert.deepEqual(offeredItems.slice(1), isDesktop ? ['Open', 'Reveal'] : ['Open']);
  });

  it('is canceled with a prompt', async () => {
    const editor = replaceWindowFunctions({ showQuickPick: async () => undefined });
    try {
      await assert.rejects(exportRows(rowsOf(1), { environmentName: 'Prod', secrets: [] }), isCancellation);
    } finally {
      editor.restore();
    }
  });
});

describe('rows as a document', () => {
  let documents: LogDocuments;
  before(() => {
    documents = createLogDocuments();
  });
  after(() => documents.dispose());
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const kinds = ['START', 'INFO', 'END'];
  const requests = {
    count: 6,
    row: (index: number): LogRow => ({
      id: index,
      time: index,
      type: kinds[index % 3] ?? '',
      requestId: `r${Math.floor(index / 3)}`,
      content: index === 1 ? 'one\ntwo' : 'one',
    }),
  };
  const origin = {
    projectName: 'My project',
    environmentName: 'Prod',
    secrets: [],
  };
  const addressesShown = (): readonly string[] =>
    vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());

  /** Opens the requests and returns the document, once the editor has notified the extension host. */
  async function opened(): Promise<vscode.TextDocument> {
    const before = addressesShown();
    await documents.open(requests, origin);
    await until(() => addressesShown().some((address) => !before.includes(address)));
    return vscode.window.activeTextEditor?.document ?? assert.fail('no editor is shown');
  }

  it('have the log language and a readable name', async () => {
    const document = await opened();
    assert.equal(document.uri.scheme, logScheme);
    assert.equal(document.languageId, 'log');
    assert.match(document.uri.path, /\/My-project-Prod-[^/]*\.log$/);
    assert.equal(document.lineCount, 7);
    assert.equal(document.lineAt(2).text, '    two');
  });

  it('are read-only', async () => {
    const document = await opened();
    const before = document.getText();
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), before);
    assert.equal(document.isDirty, false);
    // Proves that the same edit changes a writable document.
    const free = await vscode.workspace.openTextDocument({ content: '' });
    await vscode.window.showTextDocument(free);
    await vscode.commands.executeCommand('type', { text: 'x' });
    await until(() => free.getText() === 'x');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('fold requests and multiline entries', async () => {
    const { uri } = await opened();
    const ranges = await vscode.commands.executeCommand<readonly vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    assert.deepEqual(
      ranges.map(({ start, end }) => [start, end]),
      [
        [0, 3],
        [1, 2],
        [4, 6],
      ],
    );
  });

  it('are a new document each time, and keep it when the language changes', async () => {
    const first = await opened();
    assert.notEqual((await opened()).uri.toString(), first.uri.toString());
    await vscode.languages.setTextDocumentLanguage(first, 'plaintext');
    const ranges = await vscode.commands.executeCommand<readonly vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      first.uri,
    );
    assert.equal(ranges.length, 3);
  });

  it('free their text when the document closes', async () => {
    const { uri } = await opened();
    const isOpen = () => vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
    assert.ok(isOpen());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => !isOpen());
    const again = await vscode.workspace.openTextDocument(uri);
    assert.match(again.getText(), /no longer loaded/);
  });

  it('offer an export if they are too large', async () => {
    const offeredItems: unknown[] = [];
    const editor = replaceWindowFunctions({
      showInformationMessage: async (...parts: unknown[]) => {
        offeredItems.push(...parts);
        return undefined;
      },
    });
    try {
      await documents.open(rowsOf(200_001), origin);
    } finally {
      editor.restore();
    }
    assert.match(String(offeredItems[0]), /200,001/);
    assert.equal(offeredItems[1], 'Export...');
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});

/** Creates a file system that records what is written and has no files. */
function memoryFiles(written: (readonly [string, Uint8Array])[]): vscode.FileSystemProvider {
  const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const missing = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.FileNotFound(uri);
  };
  return {
    onDidChangeFile: changes.event,
    watch: () => changes,
    stat: (uri) =>
      uri.path === '/' ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 } : missing(uri),
    readDirectory: () => [],
    createDirectory: () => undefined,
    readFile: missing,
    writeFile: (uri, content) => {
      written.push([uri.path, content.slice()]);
    },
    delete: missing,
    rename: missing,
  };
}
