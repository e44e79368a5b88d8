import { expect as base, type Locator } from '@playwright/test';
import { type ElementState, matchesText, type TextPattern, timeoutMs } from './fakeLocator.ts';

/** The subject of an expectation: a fake locator or a locator of Playwright. */
type Expectable = { readonly description: string; states(): readonly ElementState[] } | Locator;

type Matcher =
  | 'toBeVisible'
  | 'toBeHidden'
  | 'toHaveCount'
  | 'toHaveText'
  | 'toContainText'
  | 'toHaveValue'
  | 'toHaveAccessibleName'
  | 'toBeSelected'
  | 'toBeExpanded'
  | 'toHaveLevel'
  | 'toHaveIcon';

const equalsText = (text: string, words: TextPattern): boolean =>
  typeof words === 'string'
    ? text.replace(/\s+/g, ' ').trim() === words.replace(/\s+/g, ' ').trim()
    : words.test(text);

const toPatterns = (expected: unknown): readonly TextPattern[] => expected as readonly TextPattern[];

/** The condition that each matcher checks on a fake locator. */
const checks: Record<Matcher, (looks: readonly ElementState[], expected: unknown) => boolean> = {
  toBeVisible: (looks) => looks.length > 0,
  toBeHidden: (looks) => looks.length === 0,
  toHaveCount: (looks, expected) => looks.length === expected,
  toHaveText: (looks, expected) =>
    Array.isArray(expected)
      ? looks.length === expected.length &&
        toPatterns(expected).every((words, index) => equalsText(looks[index]?.text ?? '', words))
      : looks.length === 1 && equalsText(looks[0]?.text ?? '', expected as TextPattern),
  toContainText: (looks, expected) =>
    Array.isArray(expected)
      ? looks.length === expected.length &&
        toPatterns(expected).every((words, index) => matchesText(looks[index]?.text ?? '', words))
      : looks.length === 1 && matchesText(looks[0]?.text ?? '', expected as TextPattern),
  toHaveValue: (looks, expected) =>
    looks.length === 1 && equalsText(looks[0]?.value ?? '', expected as TextPattern),
  toHaveAccessibleName: (looks, expected) =>
    looks.length === 1 && equalsText(looks[0]?.name ?? looks[0]?.text ?? '', expected as TextPattern),
  toBeSelected: (looks) => looks.length === 1 && looks[0]?.isSelected === true,
  toHaveLevel: (looks, expected) => looks.length === 1 && looks[0]?.level === expected,
  toBeExpanded: (looks) => looks.length === 1 && looks[0]?.isExpanded === true,
  toHaveIcon: (looks, expected) => looks.length === 1 && looks[0]?.icon === expected,
};

/**
 * Creates a matcher that waits until its condition holds, or with `not`, until it doesn't. For a Playwright
 * locator, it calls Playwright's own matcher.
 */
function createMatcher(name: Matcher) {
  return async function (
    this: { readonly isNot: boolean },
    subject: Expectable,
    ...args: readonly unknown[]
  ) {
    if (!('states' in subject)) return matchLocator(name, this.isNot, subject, args);
    const deadline = Date.now() + readTimeout(args);
    let looks = subject.states();
    while (checks[name](looks, args[0]) === this.isNot && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      looks = subject.states();
    }
    const pass = checks[name](looks, args[0]);
    return {
      pass,
      message: () =>
        `${subject.description}: ${this.isNot ? 'not ' : ''}${name} ${String(args[0] ?? '')}\nFound: ${JSON.stringify(looks, null, 2)}`,
    };
  };
}

/** Returns the `timeout` option of the last argument, as Playwright's matchers have it. */
function readTimeout(args: readonly unknown[]): number {
  const timeout: unknown = Reflect.get(Object(args.at(-1)), 'timeout');
  return typeof timeout === 'number' ? timeout : timeoutMs;
}

async function matchLocator(name: Matcher, isNot: boolean, subject: Locator, args: readonly unknown[]) {
  const assertion = isNot ? base(subject).not : base(subject);
  try {
    await Reflect.apply(Reflect.get(assertion, name), assertion, args);
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    return { pass: isNot, message: () => String(error instanceof Error ? error.message : error) };
  }
}

/** The `expect` of Playwright, extended to fake locators. Without a configuration, `expect.poll` waits only 5 seconds. */
export const expect = base
  .extend({
    toBeVisible: createMatcher('toBeVisible'),
    toBeHidden: createMatcher('toBeHidden'),
    toHaveCount: createMatcher('toHaveCount'),
    toHaveText: createMatcher('toHaveText'),
    toContainText: createMatcher('toContainText'),
    toHaveValue: createMatcher('toHaveValue'),
    toHaveAccessibleName: createMatcher('toHaveAccessibleName'),
    toBeSelected: createMatcher('toBeSelected'),
    toBeExpanded: createMatcher('toBeExpanded'),
    toHaveLevel: createMatcher('toHaveLevel'),
    toHaveIcon: createMatcher('toHaveIcon'),
  })
  .configure({ timeout: timeoutMs });
