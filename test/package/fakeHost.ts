import { run } from '../harness/processes.ts';

/** A fake of the module `vscode`: every export is a class that does nothing. */
const fakeEditorScript = `
const Module = require('node:module');
const load = Module._load;
const nothing = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : class {}) });
Module._load = (name, ...others) => (name === 'vscode' ? nothing : load.call(Module, name, ...others));
`;

/**
 * Runs CommonJS code in a Node process with a fake `vscode` module. Returns the value that the code returns.
 */
export async function runInFakeHost(lines: string): Promise<unknown> {
  const script = `${fakeEditorScript}console.log(JSON.stringify((() => { ${lines} })()));`;
  const { code, text } = await run(process.execPath, ['--eval', script]);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}
