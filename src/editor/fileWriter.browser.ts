import type { FileWriter } from './fileWriter.node.ts';

/** Returns `undefined`, because a web worker has no home folder. */
export const homeFolder = (): string | undefined => undefined;

/** Returns `undefined`, because a web worker can write files only with the editor, which requires the whole content. */
export function openFileWriter(_path: string): Promise<FileWriter | undefined> {
  return Promise.resolve(undefined);
}
