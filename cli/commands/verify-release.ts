import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { fingerprintOf } from '../release/release-files.ts';
import { verifyRelease, WrongRelease } from '../release/verify-release.ts';
import { printable } from '../terminal/printable.ts';

export function verifyReleaseCommand({ terminal, exitWith }: CliContext): Command {
  return new Command('verify-release')
    .description('Checks that a release is whole, and made by whoever has the key.')
    .argument('<folder>', 'the release: the folder that npm run release makes')
    .requiredOption('--key <file>', 'the public key of whoever made it, PEM (Ed25519)')
    .addHelpText('after', HELP)
    .action(async (folder: string, { key: file }: { key: string }) => {
      const key = readKey(file);
      try {
        const { subject, predicate } = await verifyRelease(folder, key);
        const { externalParameters, resolvedDependencies } = predicate.buildDefinition;
        const [source] = resolvedDependencies;
        terminal.print(`Lyceum ${externalParameters.version}, of commit ${source.digest.gitCommit}`);
        terminal.print(`${subject.length} files are as they were signed by the key SHA256:${fingerprintOf(key)}.`);
      } catch (error) {
        if (!(error instanceof WrongRelease)) throw error;
        terminal.print(printable(error.message));
        exitWith(WRONG);
      }
    });
}

const WRONG = 1;

function readKey(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of the type ${key.asymmetricKeyType}`);
    return key;
  } catch (error) {
    throw new CommandFailure(`--key: ${file} is no public key of Ed25519 in PEM: ${(error as Error).message}.`);
  }
}

const HELP = `
It checks the signature of SHA256SUMS, each checksum, that no file is missing
and none is added, the signed provenance, and the digests of the manifests.
Take the key from where you had it before, or compare its fingerprint with the
announced one; a key that comes with a release proves nothing about it.
The exit code is 0; 1 if something is wrong, with the first file that is; or 2
if the folder or the key cannot be read.

Example:
  lyceum verify-release dist --key release-key.pem`;
