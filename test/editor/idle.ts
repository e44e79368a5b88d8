/** In place of the extension where its tests start it themselves, anew for each of them. */
export function activate(): void {}
