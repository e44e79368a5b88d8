import type { Translate } from '../../src/editor/translate.ts';

/** The words as they are written, in English. */
export const translate: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)]));
