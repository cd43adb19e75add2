import { type FileHandle, open, unlink } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a client shows: its id and secret, or, for a directory sync, both in one. */
type Credentials = { readonly clientId: string } & (
  | { readonly clientSecret: string }
  | { readonly bearerToken: string }
);

/** Where a new secret goes, from the options of the command line. */
export interface SecretDestination {
  readonly json?: true;
  readonly secretFile?: string;
  readonly kubernetesSecret?: string;
}

/** Adds the options that define where a new secret goes. */
export function withSecretOptions(command: Command): Command {
  return command
    .option(
      '--json',
      'print {"clientId", "clientSecret"}, of a directory sync {"clientId", "bearerToken"}; with --secret-file {"clientId", "secretFile"}',
    )
    .option('--secret-file <path>', 'write only the secret to a new file that only its owner can read')
    .addOption(
      new Option('--kubernetes-secret <name>', 'print a Secret with clientId and clientSecret, for kubectl create -f -')
        .argParser(secretName)
        .conflicts(['json', 'secretFile']),
    );
}

/**
 * Issues credentials and writes them where the options define. The secret can be shown only once, so nothing is issued
 * unless it can be received: a table needs a terminal, and a file must be new. Throws a CommandFailure.
 */
export async function handOver(
  terminal: Terminal,
  { json, secretFile, kubernetesSecret }: SecretDestination,
  issue: () => Promise<Credentials>,
): Promise<void> {
  if (secretFile !== undefined) {
    const { clientId } = await issueToFile(secretFile, issue);
    if (json) terminal.printJson({ clientId, secretFile });
    else terminal.printTable(['CLIENT ID', 'SECRET FILE'], [[clientId, secretFile]]);
  } else if (kubernetesSecret !== undefined) {
    terminal.printJson(manifest(kubernetesSecret, await issue()));
  } else if (json) {
    terminal.printJson(await issue());
  } else {
    if (!terminal.isInteractive) throw new CommandFailure(NO_TERMINAL);
    const credentials = await issue();
    const head = 'bearerToken' in credentials ? 'BEARER TOKEN' : 'CLIENT SECRET';
    terminal.printTable(['CLIENT ID', head], [[credentials.clientId, secretOf(credentials)]]);
  }
  const where = secretFile === undefined ? 'shown only once' : 'in no other place than this file';
  terminal.note(`Lyceum does not store the secret: it is ${where}. Handle it like a password.`);
}

async function issueToFile(path: string, issue: () => Promise<Credentials>): Promise<Credentials> {
  const file = await openNew(path);
  try {
    const credentials = await issue().catch(async (error: unknown) => {
      await unlink(path);
      throw error;
    });
    await write(file, credentials);
    return credentials;
  } finally {
    await file.close();
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', OWNER_ALONE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandFailure(`${path} already exists and is not overwritten`);
    throw new CommandFailure(`Cannot write ${path}: ${code}`);
  }
}

async function write(file: FileHandle, credentials: Credentials): Promise<void> {
  try {
    await file.writeFile(secretOf(credentials));
    await file.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `Could not write the secret of ${credentials.clientId} (${code}). The secret is lost: rotate it.`,
    );
  }
}

function secretOf(credentials: Credentials): string {
  return 'bearerToken' in credentials ? credentials.bearerToken : credentials.clientSecret;
}

function manifest(name: string, stringData: Credentials): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData };
}

/** Checked first: Kubernetes would reject an invalid name only after the secret has been issued. */
function secretName(name: string): string {
  if (name.length > 253 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name))
    throw new CommandFailure(
      `"${name}" is not a valid name of a Kubernetes Secret: use lower case letters, digits, - and .`,
    );
  return name;
}

const OWNER_ALONE = 0o600;

const NO_TERMINAL =
  'Standard output is not a terminal, so the secret is not printed. Use --secret-file PATH, --kubernetes-secret NAME, or --json.';
