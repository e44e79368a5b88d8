import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { extensionOptions } from '../harness/build/host.ts';
import { singleFile, splitBundle } from '../harness/build/splitBundle.ts';
import { root } from '../harness/paths.ts';

/** Folders of extensions to start in a host. Each has a main file that measures the real one. */
interface Variants {
  /** The packaged code. Its folder also has an empty extension, and the editor loads both. */
  readonly shipped: string;
  /** The same code in one CommonJS file, also beside an empty extension. */
  readonly whole: string;
  /** A minimal extension, which shows the names of the projects in a view after the same request. */
  readonly minimal: string;
  /** A test module for the host, which activates both in the order of `order.json` beside it. */
  readonly probe: string;
  remove(): void;
}

/** The view of the minimal extension, in place of the shipped one. */
const minimalView = {
  viewsContainers: { activitybar: [{ id: 'bare', title: 'Bare', icon: 'media/icon.svg' }] },
  views: { bare: [{ id: 'bare.projects', name: 'Projects' }] },
};

export async function buildVariants(): Promise<Variants> {
  const folder = mkdtempSync(join(tmpdir(), 'hm-start-'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const make = (name: string, changes: object): string => {
    const target = join(folder, name);
    mkdirSync(join(target, 'dist'), { recursive: true });
    for (const part of ['media', 'package.nls.json']) {
      cpSync(join(root, part), join(target, part), { recursive: true });
    }
    writeFileSync(join(target, 'package.json'), JSON.stringify({ ...manifest, ...changes }));
    writeFileSync(join(target, 'timed.cjs'), timedMain);
    return target;
  };
  const main = './timed.cjs';
  const other = { main, activationEvents: [], browser: undefined };
  const pair = (name: string): string => {
    const empty = make(`${name}/empty`, { ...other, name: 'empty', contributes: {} });
    writeFileSync(join(empty, 'dist', 'extension.cjs'), emptyExtension);
    return join(make(`${name}/hosted-mcp`, { main }), 'dist');
  };
  const minimal = make('bare', { ...other, name: 'bare', contributes: minimalView });
  writeFileSync(join(minimal, 'dist', 'extension.cjs'), minimalExtension);
  const probe = join(folder, 'probe.cjs');
  writeFileSync(probe, probeModule);
  const node = { ...extensionOptions, absWorkingDir: root, platform: 'node', minify: true } as const;
  await build(splitBundle({ ...node, outdir: pair('shipped') }));
  await build(splitBundle({ ...node, outdir: pair('whole') }, singleFile));
  const [shipped, whole] = [join(folder, 'shipped'), join(folder, 'whole')];
  return { shipped, whole, minimal, probe, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Source of a main file that measures reading and running the real one, and its `activate`: the elapsed time
 * and the processor time of the thread.
 */
const timedMain = `
const now = () => {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return [performance.now(), (user + system) / 1000];
};
const since = (start) => now().map((each, at) => each - start[at]);
const before = now();
const extension = require('./dist/extension.cjs');
const load = since(before);
exports.activate = (context) => {
  const start = now();
  extension.activate(context);
  return { load, activate: since(start) };
};
`;

/** Source of an extension that does nothing. Like any extension, it imports `vscode`. */
const emptyExtension = `
require('vscode');
exports.activate = () => undefined;
`;

const minimalExtension = `
const vscode = require('vscode');
exports.activate = (context) => {
  const read = async () => {
    const headers = { Authorization: 'Bearer ' + process.env.HOSTED_MCP_API_KEY };
    const reply = await fetch(process.env.HOSTED_MCP_BASE_URL + '/v1/projects', { headers });
    return (await reply.json()).map(({ name }) => name);
  };
  context.subscriptions.push(vscode.window.registerTreeDataProvider('bare.projects', {
    getChildren: (row) => (row ? [] : read()),
    getTreeItem: (name) => new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed),
  }));
};
`;

/** Source of a test module that waits until the host is idle, and then activates both extensions. */
const probeModule = `
const { setTimeout: delay } = require('node:timers/promises');
const vscode = require('vscode');
const quiet = async () => {
  const deadline = performance.now() + 10_000;
  for (let calm = 0; calm < 3 && performance.now() < deadline; ) {
    const start = performance.eventLoopUtilization();
    await delay(100);
    calm = performance.eventLoopUtilization(start).utilization < 0.2 ? calm + 1 : 0;
  }
};
exports.run = async () => {
  await quiet();
  const times = {};
  for (const name of require('./order.json')) {
    const start = performance.now();
    const inner = await vscode.extensions.getExtension('hosted-mcp.' + name).activate();
    times[name] = { ...inner, whole: performance.now() - start };
  }
  console.log('TIMES ' + JSON.stringify(times));
};
`;
