import type { AuditResult } from '../../api/audit.ts';

/** Maximum number of names of a check. */
const maxToolNames = 10;

/** Names that MCP allows and that are long enough for a search. */
const toolNamePattern = /^[A-Za-z_][\w.\-/]{1,127}$/;
const toolLabelPattern = /^tools?(?:[ _-]?names?)?$/i;
const labelWithNamePattern = /^tool\b\s*:?\s+(.+)$/i;
const quotedPattern = /["'`“‘]([^"'`“”‘’\s]{2,128})["'`”’]/g;
/** Names such as `get_forecast`, which don't occur in normal sentences. */
const snakeCasePattern = /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g;

/**
 * Returns names of tools that a check might be about, for a search in sources. They come from labeled details, from
 * quoted words if the check is about tools, and from words in snake case.
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
