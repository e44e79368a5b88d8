import {
  createUrlSource,
  type ServerSource,
  type ServerSourceOptions,
  type SourceDeps,
} from '../serverSource.ts';
import { createEntrySource } from './entrySource.ts';

/** How a page reaches its server. */
export const createSource = (deps: SourceDeps, options: ServerSourceOptions): ServerSource =>
  options.identity.entry ? createEntrySource(deps, options) : createUrlSource(deps, options);
