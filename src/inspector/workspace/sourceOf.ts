import { type Source, type SourceDeps, type SourceOptions, urlSource } from '../source.ts';
import { entrySource } from './entrySource.ts';

/** How a page reaches its server. */
export const sourceOf = (deps: SourceDeps, options: SourceOptions): Source =>
  options.identity.entry ? entrySource(deps, options) : urlSource(deps, options);
