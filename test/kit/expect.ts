import { expect as base, type Locator } from '@playwright/test';
import { has, type Look, patience, type Words } from './shown.ts';

/** What is shown as data, or what a browser shows. */
type Subject = { readonly what: string; looks(): readonly Look[] } | Locator;

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

const same = (text: string, words: Words): boolean =>
  typeof words === 'string'
    ? text.replace(/\s+/g, ' ').trim() === words.replace(/\s+/g, ' ').trim()
    : words.test(text);

const list = (expected: unknown): readonly Words[] => expected as readonly Words[];

/** What is asked of what is shown. */
const asks: Record<Matcher, (looks: readonly Look[], expected: unknown) => boolean> = {
  toBeVisible: (looks) => looks.length > 0,
  toBeHidden: (looks) => looks.length === 0,
  toHaveCount: (looks, expected) => looks.length === expected,
  toHaveText: (looks, expected) =>
    Array.isArray(expected)
      ? looks.length === expected.length &&
        list(expected).every((words, at) => same(looks[at]?.text ?? '', words))
      : looks.length === 1 && same(looks[0]?.text ?? '', expected as Words),
  toContainText: (looks, expected) =>
    Array.isArray(expected)
      ? looks.length === expected.length &&
        list(expected).every((words, at) => has(looks[at]?.text ?? '', words))
      : looks.length === 1 && has(looks[0]?.text ?? '', expected as Words),
  toHaveValue: (looks, expected) => looks.length === 1 && same(looks[0]?.value ?? '', expected as Words),
  toHaveAccessibleName: (looks, expected) =>
    looks.length === 1 && same(looks[0]?.name ?? looks[0]?.text ?? '', expected as Words),
  toBeSelected: (looks) => looks.length === 1 && looks[0]?.isSelected === true,
  toHaveLevel: (looks, expected) => looks.length === 1 && looks[0]?.level === expected,
  toBeExpanded: (looks) => looks.length === 1 && looks[0]?.isExpanded === true,
  toHaveIcon: (looks, expected) => looks.length === 1 && looks[0]?.icon === expected,
};

/** Waits until it is so, or isn't so any more. Locators of a page are left to the browser's own matchers. */
function matcher(name: Matcher) {
  return async function (this: { readonly isNot: boolean }, subject: Subject, ...args: readonly unknown[]) {
    if (!('looks' in subject)) return ofLocator(name, this.isNot, subject, args);
    const deadline = Date.now() + timeoutOf(args);
    let looks = subject.looks();
    while (asks[name](looks, args[0]) === this.isNot && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      looks = subject.looks();
    }
    const pass = asks[name](looks, args[0]);
    return {
      pass,
      message: () =>
        `${subject.what}: ${this.isNot ? 'not ' : ''}${name} ${String(args[0] ?? '')}\nThere is: ${JSON.stringify(looks, null, 2)}`,
    };
  };
}

/** As the browser's own matchers, a last argument may say how long to wait. */
function timeoutOf(args: readonly unknown[]): number {
  const timeout: unknown = Reflect.get(Object(args.at(-1)), 'timeout');
  return typeof timeout === 'number' ? timeout : patience;
}

async function ofLocator(name: Matcher, isNot: boolean, subject: Locator, args: readonly unknown[]) {
  const asked = isNot ? base(subject).not : base(subject);
  try {
    await Reflect.apply(Reflect.get(asked, name), asked, args);
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    return { pass: isNot, message: () => String(error instanceof Error ? error.message : error) };
  }
}

/** As that of the end-to-end tests, also for what is shown as data. */
export const expect = base.extend({
  toBeVisible: matcher('toBeVisible'),
  toBeHidden: matcher('toBeHidden'),
  toHaveCount: matcher('toHaveCount'),
  toHaveText: matcher('toHaveText'),
  toContainText: matcher('toContainText'),
  toHaveValue: matcher('toHaveValue'),
  toHaveAccessibleName: matcher('toHaveAccessibleName'),
  toBeSelected: matcher('toBeSelected'),
  toBeExpanded: matcher('toBeExpanded'),
  toHaveLevel: matcher('toHaveLevel'),
  toHaveIcon: matcher('toHaveIcon'),
});
