import type { FileWriter } from './fileWriter.node.ts';

/** A web worker has no home folder. */
export const homeFolder = (): string | undefined => undefined;

/** A web worker can write files only through the editor, which requires the whole content. */
export function openFileWriter(_path: string): Promise<FileWriter | undefined> {
  return Promise.resolve(undefined);
}
