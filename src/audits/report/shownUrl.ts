const secret = /token|secret|passw|pwd|api[-_]?key|^key$|auth|credential|signature|^sig$|session|^code$|jwt/i;

/** The address of a server to be shown or written: without user name and password, and without values that are named like a secret. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const names = new Set([...url.searchParams.keys()].filter((name) => secret.test(name)));
  if (url.username === '' && url.password === '' && names.size === 0) return text;
  url.username = '';
  url.password = '';
  for (const name of names) url.searchParams.set(name, '***');
  return url.href;
}

/** What is short enough for a tab. */
export function hostOf(text: string): string {
  return URL.canParse(text) ? new URL(text).host : text;
}
