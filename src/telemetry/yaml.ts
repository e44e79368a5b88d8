/** Formats a text as a double-quoted YAML string. */
export function yamlString(text: string): string {
  const characters = [...text.replace(/\p{Surrogate}/gu, '\ufffd')];
  return `"${characters.map(escapeCharacter).join('')}"`;
}

/** Formats a text as a setting of the Collector, in which `$` starts a reference. */
export function collectorValue(text: string): string {
  return yamlString(text.replaceAll('$', '$$$$'));
}

/** Formats a reference to an environment variable. */
export function variableReference(variable: string): string {
  return yamlString(`\${env:${variable}}`);
}

/** Formats a text as a comment line. */
export function yamlComment(text: string): string {
  return `# ${text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`;
}

function escapeCharacter(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  const [mark, digits] = code > 0xffff ? ['U', 8] : ['u', 4];
  return `\\${mark}${code.toString(16).padStart(Number(digits), '0')}`;
}
