import { run } from '../harness/processes.ts';

/** DocumentRevisions in for what the editor gives to extensions: all of it is one class that does nothing. */
const fakeEditorScript = `
const Module = require('node:module');
const load = Module._load;
const nothing = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : class {}) });
Module._load = (name, ...others) => (name === 'vscode' ? nothing : load.call(Module, name, ...others));
`;

/** Runs lines of CommonJS in a Node that has something for `require('vscode')`. Answers what they return. */
export async function runInFakeHost(lines: string): Promise<unknown> {
  const script = `${fakeEditorScript}console.log(JSON.stringify((() => { ${lines} })()));`;
  const { code, text } = await run(process.execPath, ['--eval', script]);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}
