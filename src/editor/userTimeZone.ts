import type * as vscode from 'vscode';
import { isTimeZone } from './webview/timeZone.ts';

const key = 'windowZone';
let storedZone: vscode.Memento | undefined;
let reportedZone: string | undefined;

/** Where the zone is remembered from one start to the next. */
export function persistUserTimeZone(state: vscode.Memento): void {
  storedZone = state;
}

/**
 * The time zone (IANA) of the person at the window: extensions may run on a machine far away, so a page says it. Until one
 * has, that of the last time, else that of this machine.
 */
export function getUserTimeZone(): string {
  reportedZone ??= storedZone?.get<string>(key);
  return reportedZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A page says which zone it shows times in. */
export function setUserTimeZone(zone: string): void {
  if (!isTimeZone(zone) || zone === getUserTimeZone()) return;
  reportedZone = zone;
  void storedZone?.update(key, zone);
}
