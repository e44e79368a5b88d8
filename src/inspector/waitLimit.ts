/** The longest that a timer takes. */
export const forever = 2 ** 31 - 1;

/** Milliseconds without an answer or progress, after which a call is given up. */
export const waitMs = 120_000;

/** Aborts after so many milliseconds in which nothing came. A person who is asked may think for as long as they like. */
export function waitLimit(ms: number, isPersonAsked: () => boolean) {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const came = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isPersonAsked()) came();
      else limit.abort(new DOMException('timeout', 'TimeoutError'));
    }, ms);
  };
  came();
  return { signal: limit.signal, came, end: () => clearTimeout(timer) };
}
