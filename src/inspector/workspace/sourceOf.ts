import {
  createUrlSource,
  type ServerSource,
  type ServerSourceOptions,
  type SourceDeps,
} from '../serverSource.ts';
import { createEntrySource } from './entrySource.ts';

/** Creates the source that connects an inspector page to its server. */
export const createSource = (deps: SourceDeps, options: ServerSourceOptions): ServerSource =>
  options.identity.entry ? createEntrySource(deps, options) : createUrlSource(deps, options);
