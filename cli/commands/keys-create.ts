import { Command } from 'commander';
import { newIdentityKeyText, parseIdentityKeys, publicKeysText } from '../../platform/calls/identity/identity-keys.ts';
import { newSecretKeyText } from '../../platform/core/config/key-ring.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function keysCreateCommand({ terminal }: CliContext): Command {
  return new Command('create')
    .description('Creates a key with which identity signs caller identities, and prints both halves.')
    .argument('<id>', 'a new name for the key: 1 to 32 characters of A-Z, a-z, 0-9, _ and -')
    .option('--symmetric', 'print a key that encrypts, such as for archives of institutions, in one line')
    .addHelpText('after', '\nExamples:\n  lyceum keys create k2\n  lyceum keys create archive --symmetric >archive.key')
    .action((id: string, { symmetric }: { symmetric?: true }) => {
      if (symmetric) return terminal.print(symmetricTextOf(id));
      const text = newIdentityKeyText(id);
      const publicText = publicTextOf(text);
      terminal.print(`IDENTITY_KEYS=${text}`);
      terminal.print(`IDENTITY_PUBLIC_KEYS=${publicText}`);
      terminal.note(
        'IDENTITY_KEYS is secret: give it to identity only. Give IDENTITY_PUBLIC_KEYS to all other services.',
      );
    });
}

function symmetricTextOf(id: string): string {
  try {
    return newSecretKeyText(id);
  } catch (error) {
    throw new CommandFailure((error as Error).message);
  }
}

function publicTextOf(text: string): string {
  try {
    return publicKeysText(parseIdentityKeys(text));
  } catch (error) {
    throw new CommandFailure((error as Error).message);
  }
}
