/** Whether a variable reads like a secret, by its key or by a password in an address. */
export function looksSecret(key: string, value = ''): boolean {
  return (
    /(SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PRIVATE|CREDENTIAL|API_?KEY|ACCESS_?KEY|_KEY$|_PWD$|DSN$)/i.test(
      key,
    ) || /:\/\/[^/@\s:]*:[^/@\s]+@/.test(value)
  );
}
