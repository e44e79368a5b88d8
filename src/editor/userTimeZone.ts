import type * as vscode from 'vscode';
import { isTimeZone } from './webview/timeZone.ts';

const key = 'windowZone';
let storage: vscode.Memento | undefined;
let reportedZone: string | undefined;

/** Sets the storage for the time zone. */
export function setTimeZoneStorage(state: vscode.Memento): void {
  storage = state;
}

/**
 * Returns the IANA time zone of the user. Extensions might run on a remote machine, so pages report it. Before that,
 * it's the last reported one, or that of this machine.
 */
export function getUserTimeZone(): string {
  reportedZone ??= storage?.get<string>(key);
  return reportedZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Sets the time zone that a page reported. */
export function setUserTimeZone(zone: string): void {
  if (!isTimeZone(zone) || zone === getUserTimeZone()) return;
  reportedZone = zone;
  void storage?.update(key, zone);
}
