import {
  createUrlSource,
  type ServerSource,
  type ServerSourceOptions,
  type SourceDeps,
} from '../serverSource.ts';
import { entrySource } from './entrySource.ts';

/** How a page reaches its server. */
export const sourceOf = (deps: SourceDeps, options: ServerSourceOptions): ServerSource =>
  options.identity.entry ? entrySource(deps, options) : createUrlSource(deps, options);
