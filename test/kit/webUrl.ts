import fc from 'fast-check';
import { unicodeCharacter } from './unicodeCharacter.ts';

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."abzAZ09-._~!$&'()*+,;=:@") },
  { weight: 1, arbitrary: unicodeCharacter.map(encodeURIComponent) },
);
const text = fc.string({ unit: character });
const optionalPart = (prefix: string): fc.Arbitrary<string> =>
  fc.option(
    text.map((part) => `${prefix}${part}`),
    { nil: '' },
  );

/**
 * Any web URL, with or without a query and a fragment. Replaces `fc.webUrl` of fast-check, which builds a
 * table of all Unicode characters. That takes a second.
 */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.array(text.map((segment) => `/${segment}`)),
    optionalPart('?'),
    optionalPart('#'),
  )
  .map(
    ([scheme, domain, path, query, fragment]) => `${scheme}://${domain}${path.join('')}${query}${fragment}`,
  );
