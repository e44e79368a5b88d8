import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Editor, type EditorOptions, startEditor } from '../harness/editor.ts';
import { settingsFile, workspaceTrust, writeSettings } from '../harness/settings.ts';

/** The editor servers of one worker. A server serves one test at a time, and knows nothing of the test before. */
export interface EditorPool {
  /** A server with these options: one that is there, with their settings, or a new one. */
  take(options: PooledOptions): Promise<Editor>;
  /** The windows of the test are closed by now. */
  release(editor: Editor): Promise<void>;
  close(): Promise<void>;
}

export type PooledOptions = EditorOptions & Required<Pick<EditorOptions, 'settings' | 'env'>>;

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
      // Who signs in, or trusts, has an editor of their own.
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

/** Of what a running server can't change; empty where a server is for one test only. */
function editorKey({ editor, isLean, env, settings, language }: PooledOptions): string {
  const isOwn = Object.keys(env).length === 0 || settings[workspaceTrust] === true;
  return isOwn ? '' : JSON.stringify([editor.version, isLean, env, language]);
}
