import type * as vscode from 'vscode';
import { isTimeZone } from './webview/timeZone.ts';

const key = 'windowZone';
let storage: vscode.Memento | undefined;
let reportedZone: string | undefined;

/** Sets the storage for the time zone of the user, which survives a restart. */
export function setTimeZoneStorage(state: vscode.Memento): void {
  storage = state;
}

/**
 * Returns the IANA time zone of the user, which pages report, because the extension might run on a remote machine.
 * Until a page has reported the time zone, returns the last one in the storage, or the time zone of this machine.
 */
export function getUserTimeZone(): string {
  reportedZone ??= storage?.get<string>(key);
  return reportedZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Stores the time zone that a page has reported. Ignores an invalid one. */
export function setUserTimeZone(zone: string): void {
  if (!isTimeZone(zone) || zone === getUserTimeZone()) return;
  reportedZone = zone;
  void storage?.update(key, zone);
}
