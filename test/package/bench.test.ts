import { describe, test } from 'node:test';
import { measures } from '../bench/measures.ts';
import { runTiny } from '../bench/runTiny.ts';

describe('the parts of the benchmark that need a browser, an editor, or the package', () => {
  const parts = Object.keys(measures).filter((name) => !measures[name]?.isPlain);

  // In one process, as they share the package.
  test(`${parts.join(', ')} give numbers`, () => runTiny(...parts));
});
