import { createRequire } from 'node:module';

interface JsYaml {
  load(text: string): unknown;
}

/** It comes with the tools that make the package, without types. */
const yaml: JsYaml = createRequire(import.meta.url)('js-yaml');

export function readYaml(text: string): unknown {
  return yaml.load(text);
}
