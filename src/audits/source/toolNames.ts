import type { AuditResult } from '../../api/audit.ts';

/** No check names more tools than this. */
const limit = 10;

/** As the protocol allows them, and long enough to be looked for. */
const rule = /^[A-Za-z_][\w.\-/]{1,127}$/;
const toolLabel = /^tools?(?:[ _-]?names?)?$/i;
const labelWithName = /^tool\b\s*:?\s+(.+)$/i;
const quoted = /["'`“‘]([^"'`“”‘’\s]{2,128})["'`”’]/g;
/** `get_forecast`: no one writes a sentence like this. */
const snakeCase = /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g;

/**
 * The names of tools that a check may be about, for a search in sources: a hint, no more. From details that are labelled
 * so, from what is quoted where the check speaks of tools, and from words that only a program has.
 */
export function toolNames({
  checkId,
  checkName,
  category,
  message = '',
  details,
}: Pick<AuditResult, 'checkId' | 'checkName' | 'category' | 'message' | 'details'>): readonly string[] {
  const names = details.flatMap(({ label = '', value }) => {
    if (toolLabel.test(label.trim())) return String(value ?? '').split(/[,;\n]/);
    const [, name] = labelWithName.exec(label.trim()) ?? [];
    return name === undefined ? [] : [name];
  });
  const speaksOfTools = [checkId, checkName, category, message].some((text) =>
    /\btools?\b/i.test(text ?? ''),
  );
  if (speaksOfTools) names.push(...[...message.matchAll(quoted)].map(([, name = '']) => name));
  names.push(...[...message.matchAll(snakeCase)].map(([name]) => name));
  const plain = names
    .map((name) => name.trim().replace(/^["'`“‘]|["'`”’]$/g, ''))
    .filter((name) => rule.test(name));
  return [...new Set(plain)].slice(0, limit);
}
