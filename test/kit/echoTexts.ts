/** Returns texts of a page in which each text is its own name. */
export const echoTexts = <Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, name])) as Texts;
