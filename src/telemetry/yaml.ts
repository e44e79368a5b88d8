/** A text as YAML, in double quotes: whatever is in it, it is read back the same. */
export function yamlString(text: string): string {
  const characters = [...text.replace(/\p{Surrogate}/gu, '\ufffd')];
  return `"${characters.map(escapeCharacter).join('')}"`;
}

/** A text as the value of a setting of the Collector, which reads `$` as the beginning of a reference. */
export function collectorValue(text: string): string {
  return yamlString(text.replaceAll('$', '$$$$'));
}

/** A value that the Collector takes from an environment variable. */
export function variableReference(variable: string): string {
  return yamlString(`\${env:${variable}}`);
}

/** A line that says something. */
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
