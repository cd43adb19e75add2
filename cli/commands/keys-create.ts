import { Command } from 'commander';
import { newIdentityKeyText, parseIdentityKeys, publicKeysText } from '../../platform/calls/identity/identity-keys.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function keysCreateCommand({ terminal }: CliContext): Command {
  return new Command('create')
    .description('Makes a key with which directory signs who callers are, and prints its two halves.')
    .argument('<id>', 'a name for the key, new with each: 1 to 32 characters of A-Z, a-z, 0-9, _ and -')
    .addHelpText('after', '\nExample:\n  lyceum keys create k2')
    .action((id: string) => {
      const text = newIdentityKeyText(id);
      const publicText = publicTextOf(text);
      terminal.print(`IDENTITY_KEYS=${text}`);
      terminal.print(`IDENTITY_PUBLIC_KEYS=${publicText}`);
      terminal.note('The first is a secret, for directory alone. The second is for all other services.');
    });
}

function publicTextOf(text: string): string {
  try {
    return publicKeysText(parseIdentityKeys(text));
  } catch (error) {
    throw new CommandFailure((error as Error).message);
  }
}
