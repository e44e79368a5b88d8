import type { Benchmark } from './measurement.ts';

/** A part of the benchmark. */
interface BenchmarkEntry {
  /** Imports the benchmark when it runs, so that a broken import doesn't prevent the others. */
  readonly load: () => Promise<Benchmark>;
  /** Whether it needs no browser, no editor, and no build. */
  readonly isPlain?: true;
}

/** All benchmarks, in the order in which they run. */
export const benchmarks: Readonly<Record<string, BenchmarkEntry>> = {
  memory: { load: () => import('./memory.ts'), isPlain: true },
  adding: { load: () => import('./adding.ts'), isPlain: true },
  range: { load: () => import('./range.ts'), isPlain: true },
  search: { load: () => import('./search.ts'), isPlain: true },
  histories: { load: () => import('./historiesBenchmark.ts'), isPlain: true },
  tree: { load: () => import('./tree.ts'), isPlain: true },
  inspector: { load: () => import('./inspector.ts') },
  folder: { load: () => import('./folder.ts'), isPlain: true },
  tunnel: { load: () => import('./tunnel.ts'), isPlain: true },
  bundle: { load: () => import('./bundle.ts') },
  start: { load: () => import('./start.ts') },
  frames: { load: () => import('./emptyPage.ts') },
  panel: { load: () => import('./panel.ts') },
  paint: { load: () => import('./paint.ts') },
  list: { load: () => import('./plainList.ts') },
  editor: { load: () => import('./editorFile.ts') },
};
