import type { Terminal } from './terminal/terminal.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Prints credentials; that the secret is shown once stands beside the result. */
export function printCredentials(terminal: Terminal, credentials: Credentials, asJson: boolean): void {
  if (asJson) terminal.printJson(credentials);
  else terminal.printTable(['CLIENT ID', 'CLIENT SECRET'], [[credentials.clientId, credentials.clientSecret]]);
  terminal.note('The secret is kept nowhere and shown this once. Handle it like a password.');
}
