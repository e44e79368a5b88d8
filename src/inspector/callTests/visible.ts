import { signOf, visibleText } from '../../editor/webview/visibleText.ts';

/** A text of a server or a file, so that it does nothing but be read, in a terminal and in XML, which has no noncharacters. */
export const visible = (text: string): string => visibleText(text).replace(/[\ufffe\uffff]/g, signOf);
