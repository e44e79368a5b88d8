import type { AuditResult } from '../../api/audit.ts';

/** No check names more tools than this. */
const maxToolNames = 10;

/** As the protocol allows them, and long enough to be looked for. */
const toolNamePattern = /^[A-Za-z_][\w.\-/]{1,127}$/;
const toolLabelPattern = /^tools?(?:[ _-]?names?)?$/i;
const labelWithNamePattern = /^tool\b\s*:?\s+(.+)$/i;
const quotedPattern = /["'`“‘]([^"'`“”‘’\s]{2,128})["'`”’]/g;
/** `get_forecast`: no one writes a sentence like this. */
const snakeCasePattern = /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g;

/**
 * The names of tools that a check may be about, for a search in sources: a hint, no more. From details that are labelled
 * so, from what is quoted where the check speaks of tools, and from words that only a program has.
 */
export function extractToolNames({
  checkId,
  checkName,
  category,
  message = '',
  details,
}: Pick<AuditResult, 'checkId' | 'checkName' | 'category' | 'message' | 'details'>): readonly string[] {
  const names = details.flatMap(({ label = '', value }) => {
    if (toolLabelPattern.test(label.trim())) return String(value ?? '').split(/[,;\n]/);
    const [, name] = labelWithNamePattern.exec(label.trim()) ?? [];
    return name === undefined ? [] : [name];
  });
  const speaksOfTools = [checkId, checkName, category, message].some((text) =>
    /\btools?\b/i.test(text ?? ''),
  );
  if (speaksOfTools) names.push(...[...message.matchAll(quotedPattern)].map(([, name = '']) => name));
  names.push(...[...message.matchAll(snakeCasePattern)].map(([name]) => name));
  const plain = names
    .map((name) => name.trim().replace(/^["'`“‘]|["'`”’]$/g, ''))
    .filter((name) => toolNamePattern.test(name));
  return [...new Set(plain)].slice(0, maxToolNames);
}
