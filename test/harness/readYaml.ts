import { createRequire } from 'node:module';

interface JsYaml {
  load(text: string): unknown;
}

/** A dependency of the packaging tools, which has no types. */
const yaml: JsYaml = createRequire(import.meta.url)('js-yaml');

export function readYaml(text: string): unknown {
  return yaml.load(text);
}
