import { before, describe, test } from 'node:test';
import { benchmarks } from '../bench/benchmarks.ts';
import { runTiny } from '../bench/runTiny.ts';
import { buildForTests, builtVariable } from '../harness/testBuild.ts';
import { packagedVariable, packageExtension } from '../harness/vsix.ts';

describe('the parts of the benchmark that need a browser, an editor, or the package', {
  concurrency: 3,
}, () => {
  // Each part runs in its own process. They run one after another, because one would otherwise build files
  // that another is reading.
  before(async () => {
    await buildForTests('--pages');
    await packageExtension();
    Object.assign(process.env, { [builtVariable]: 'true', [packagedVariable]: 'true' });
  });

  for (const [name, { isPlain }] of Object.entries(benchmarks)) {
    if (!isPlain) test(`${name} returns numbers`, () => runTiny(name));
  }
});
