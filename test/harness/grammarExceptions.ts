/** Rules of the checker that don't suit this product, each with its reason. */
export const rulesOff: Readonly<Record<string, string>> = {
  UseEllipsisCharacter: 'The editor ends titles with three periods.',
  EllipsisLength: 'An ID can be "..".',
  UseTitleCase: 'Headings of documents are in sentence case.',
  NumericRangeEnDash: 'JSON Schema 2020-12 and dates have hyphens.',
  ExpandMemoryShorthands: 'Units are abbreviated: MB.',
  ExpandTimeShorthands: 'Units are abbreviated: ms.',
  ExpandControl: 'The key is called Ctrl.',
  ExpandParameter: '"params" is a field of JSON-RPC.',
  ExpandMinimum: 'Units are abbreviated: min.',
};

/** Names and technical words that aren't in the checker's dictionary. */
export const words: readonly string[] = [
  // Names of products, formats, and standards.
  ...['Base64', 'dotenv', 'JKS', 'JUnit', 'KeePass', 'kubeconfig', 'minisign', 'opencode', 'OpenSSH'],
  ...['Api', 'KB', 'MB', 'OpenTelemetry', 'OTLP', 'PEM', 'PKCE', 'S256', 'SARIF', 'SendGrid', 'UTF'],
  ...['VSIX', 'WebP'],
  // Keys, and operations of the specification.
  ...['F3', 'F5', 'Ctrl', ...Array.from({ length: 15 }, (_, index) => `E${index + 1}`)],
  // Technical terms.
  ...['backreferences', 'inode', 'p95', 'reachability', 'unclosed', 'userinfo', 'webview', 'x48'],
];

interface Exception {
  /** The reported words. */
  readonly problem: string;
  readonly reason: string;
}

/** Findings that aren't errors. */
export const exceptions: readonly Exception[] = [
  { problem: 'user name', reason: 'The part of a URL before the @, as RFC 3986 calls it.' },
  { problem: 'host name', reason: 'Two words, as in the URL Standard and RFC 1123.' },
  { problem: 'tool sets', reason: 'A noun and its verb.' },
  { problem: 's', reason: 'A unit of time.' },
  { problem: 'w', reason: 'A unit of time.' },
  { problem: 'W', reason: 'A key.' },
  { problem: 'ins', reason: 'The end of "sign-ins".' },
  { problem: 'js', reason: 'The end of "Node.js".' },
  { problem: 'mcp', reason: 'The beginning of "mcp.json", in the title of a command.' },
  { problem: 'json', reason: 'The end of "mcp.json", in the title of a command.' },
  { problem: 'or', reason: 'Two items after a comma, not three: "All requests, intentional or not".' },
  { problem: 'Re-create', reason: 'Creates again. "Recreate" has another meaning.' },
  { problem: 'Auto save', reason: 'A feature of the editor.' },
  { problem: 'Try', reason: 'A button that begins with its verb.' },
  { problem: 'has ', reason: 'The relative clause is right: "which has different intents".' },
  { problem: 'editor ', reason: 'The subject of the second clause: "so this editor can\'t open it".' },
  { problem: 'are ', reason: 'The verb after the subject: "Values are nested".' },
  { problem: 'a closing', reason: 'A bracket follows: "a closing ] is missing".' },
  { problem: 'editor', reason: 'The beginning of a term in a table.' },
  { problem: 'loopback', reason: 'An adjective: "loopback address".' },
  { problem: ' ', reason: 'Punctuation follows as a value of its own.' },
  { problem: 'data type', reason: 'Two words, as in the specification of JSON.' },
  { problem: 'PuTTY', reason: 'The name of the program.' },
];
