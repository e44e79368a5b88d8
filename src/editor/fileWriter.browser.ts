import type { FileWriter } from './fileWriter.node.ts';

/** A web worker has no home. */
export const homeFolder = (): string | undefined => undefined;

/** A web worker reaches files only through the editor, which takes them whole. */
export function openFileWriter(_path: string): Promise<FileWriter | undefined> {
  return Promise.resolve(undefined);
}
