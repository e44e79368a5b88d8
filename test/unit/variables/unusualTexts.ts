import fc from 'fast-check';

/** Characters and texts with a meaning in `.env` files, and similar ones. */
const fragments = [
  ...'\'"`#=:\\$ \t\n\rabnr',
  ...['\r\n', '\n\n', '\\n', '\\r', "\\'", '\\"', '\\`', ' # ', '= ', ': ', '=\n', "'\n", '"\n', '`\n'],
  ...['export', '__proto__', '1', '-', '.', 'Å', '😀', '\uFEFF', '\u00A0', '\u2028', '\0', '\uD800'],
  ...['HM0L', 'HM0L0_', '$1', '$&'],
];
const starts = [
  '\nA=',
  '\nB: ',
  '\nexport C = ',
  "\nA='",
  '\nB="',
  '\r\nC=`',
  '\n# ',
  '\nexport\n',
  '\rA:\n',
];

export const unusualText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: fc.constantFrom(...starts) },
    ),
    { maxLength: 30, size: 'max' },
  )
  .map((parts) => parts.join(''));

/** A text without line separators, so that its lines are those of an editor. */
export const unusualLines = unusualText.map((text) => text.replaceAll('\u2028', ''));

export const unusualValue = fc
  .array(fc.constantFrom(...fragments), { maxLength: 12 })
  .map((parts) => parts.join(''));
