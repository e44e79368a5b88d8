import type * as vscode from 'vscode';
import { isZone } from './webview/zone.ts';

const key = 'windowZone';
let kept: vscode.Memento | undefined;
let told: string | undefined;

/** Where the zone is remembered from one start to the next. */
export function keepWindowZone(state: vscode.Memento): void {
  kept = state;
}

/**
 * The time zone (IANA) of the person at the window: extensions may run on a machine far away, so a page says it. Until one
 * has, that of the last time, else that of this machine.
 */
export function windowZone(): string {
  told ??= kept?.get<string>(key);
  return told ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A page says which zone it shows times in. */
export function learnWindowZone(zone: string): void {
  if (!isZone(zone) || zone === windowZone()) return;
  told = zone;
  void kept?.update(key, zone);
}
