import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
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
      // Tests with a sign-in or with workspace trust use their own editor.
      if (key === undefined || key === '' || idle.has(key) || !(await editor.waitForHostsToEnd())) {
        await editor.close();
        return;
      }
      rmSync(dirname(settingsFile(editor.dataDir)), { recursive: true, force: true, maxRetries: 5 });
      idle.set(key, editor);
    },
    async close() {
      await Promise.all([...idle.values()].map((editor) => editor.close()));
    },
  };
}

/**
 * Returns a key of the options that a running server can't change, or an empty string if it's only for one
 * test.
 */
function editorKey({ editor, isLean, env, settings, language }: PooledOptions): string {
  const isOwn = Object.keys(env).length === 0 || settings[workspaceTrust] === true;
  return isOwn ? '' : JSON.stringify([editor.version, isLean, env, language]);
}
