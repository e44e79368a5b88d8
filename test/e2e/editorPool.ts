import { globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Editor, type EditorOptions, startEditor } from '../harness/editor.ts';
import { settingsFile, workspaceTrust, writeSettings } from '../harness/settings.ts';

/** The editor servers of a worker. A server runs one test at a time, and keeps no data of earlier tests. */
export interface EditorPool {
  /** Returns an idle server with these options, after it updates the settings, or starts a new one. */
  take(options: PooledOptions): Promise<Editor>;
  /** Returns a server to the pool. The windows of the test must be closed. */
  release(editor: Editor): Promise<void>;
  close(): Promise<void>;
}

type PooledOptions = EditorOptions & Required<Pick<EditorOptions, 'settings' | 'env'>>;

export function createEditorPool(): EditorPool {
  const idle = new Map<string, Editor>();
  const keys = new Map<Editor, string>();
  return {
    async take(options) {
      const key = editorKey(options);
      const known = idle.get(key);
      idle.delete(key);
      const editor = known ?? (await startEditor(options));
      keys.set(editor, key);
      if (known) writeSettings(editor.dataDir, options.settings);
      return editor;
    },
    async release(editor) {
      const key = keys.get(editor);
      if (key === undefined || idle.has(key) || !(await editor.waitForHostsToEnd())) {
        await editor.close();
        return;
      }
      deleteWindowData(editor.dataDir);
      idle.set(key, editor);
    },
    async close() {
      await Promise.all([...idle.values()].map((editor) => editor.close()));
    },
  };
}

/** Returns a key of the options that a running server can't change. */
function editorKey({ editor, isLean, env, settings, language }: PooledOptions): string {
  return JSON.stringify([editor.version, isLean, env, language, settings[workspaceTrust] === true]);
}

/** Deletes the user data and the logs of all windows. The server itself still writes to other logs. */
function deleteWindowData(dataDir: string): void {
  const hostLogs = globSync('data/logs/*/exthost*', { cwd: dataDir }).map((path) => join(dataDir, path));
  for (const folder of [dirname(settingsFile(dataDir)), ...hostLogs])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
