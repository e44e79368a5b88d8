/** The main file of the extension in these tests, which start the extension themselves. */
export function activate(): void {}
